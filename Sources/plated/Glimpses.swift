import ALPR
import Plates

/// Small pictures of candidates, each with what became of it.
struct Glimpses {
    struct Glimpse {
        var report: CandidateReport
        var picture: RGBImage
    }

    private struct Place: Hashable {
        var time: Timestamp
        var box: Box
    }

    /// So many of a plate, and of candidates that came to nothing for one reason.
    private static let (mostOfPlate, mostOfReason) = (4, 24)
    /// Of looks at one place nearer to each other than this, one is kept.
    private static let distance = Duration.seconds(1)

    private(set) var ofPlates: [String: [Glimpse]] = [:]
    private(set) var ofReasons: [Rejection: [Glimpse]] = [:]
    /// Of candidates that wait for their track.
    private var waiting: [Place: RGBImage] = [:]

    /// Cuts out what may be worth showing. What is told of other frames lies elsewhere.
    mutating func take(_ frame: Frame, _ recognition: Recognition) {
        let rejected = recognition.reports.filter { $0.time == frame.time && isWorthShowing($0) }
        let read = recognition.readings.filter { $0.time == frame.time }
        for box in Set(read.map(\.region.box) + rejected.map(\.box)) {
            let room = 0.4 * box.height
            waiting[Place(time: frame.time, box: box)] = frame.anyColour.cropped(to: box.expanded(x: room, y: room))
        }
    }

    /// Notes what became of a candidate.
    ///
    /// - Parameter plate: the one it agreed with.
    mutating func settle(_ report: CandidateReport, plate: String?) {
        guard let picture = waiting.removeValue(forKey: Place(time: report.time, box: report.box)) else { return }
        let glimpse = Glimpse(report: report, picture: picture)
        if let plate {
            Self.keep(glimpse, in: &ofPlates[plate, default: []], most: Self.mostOfPlate)
        } else if case .rejected(let reason) = report.outcome {
            Self.keep(glimpse, in: &ofReasons[reason, default: []], most: Self.mostOfReason)
        }
    }

    /// Not what was passed over because something was known of it already.
    private func isWorthShowing(_ report: CandidateReport) -> Bool {
        ![.rejected(.clutter), .rejected(.surplus), .rejected(.reported), .accepted].contains(report.outcome)
    }

    /// Keeps the largest characters.
    private static func keep(_ new: Glimpse, in kept: inout [Glimpse], most: Int) {
        let near = kept.firstIndex { old in
            new.report.time - old.report.time < distance && new.report.box.iou(old.report.box) > 0.3
        }
        let rival = near ?? (kept.count < most ? nil : kept.indices.min { height(kept[$0]) < height(kept[$1]) })
        guard let rival else { return kept.append(new) }
        if height(new) > height(kept[rival]) { kept[rival] = new }
    }

    private static func height(_ glimpse: Glimpse) -> Double { glimpse.report.textHeight }
}
