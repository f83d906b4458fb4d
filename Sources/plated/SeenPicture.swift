import ALPR
import PlateDrawing
import Plates

/// A picture with what was seen in it: plates that were read, other candidates with their text or the reason they came to nothing,
/// and the lanes with their names, or the region of interest.
struct SeenPicture {
    typealias Ink = MarkedPicture.Ink

    private static let plate = Ink(red: 40, green: 230, blue: 90)
    private static let other = Ink(red: 255, green: 180, blue: 30)
    private static let region = Ink(red: 70, green: 160, blue: 255)

    let moment: Moments.Moment
    /// Plates by their tracks.
    let texts: [Int: String]
    let roi: RegionOfInterest
    let lanes: [Lane]

    /// - Parameter survey: that has ended.
    init?(of survey: Survey) {
        guard let moment = survey.moments.best(tracks: Set(survey.texts.keys)) else { return nil }
        self.moment = moment
        texts = survey.texts
        roi = survey.light.roi
        lanes = survey.lanes
    }

    var image: RGBImage {
        var picture = MarkedPicture(moment.frame.anyColour.rgb)
        let size = Double(min(picture.image.width, picture.image.height))
        let line = max(1.5, size / 300)
        let height = max(9, size / 40)
        if lanes.isEmpty, roi != .wholePicture {
            picture.outline(corners(of: roi, in: picture), width: line, in: Self.region)
        }
        for lane in lanes {
            picture.outline(corners(of: lane.area, in: picture), width: line, in: Self.region)
            let bounds = lane.area.bounds(width: picture.image.width, height: picture.image.height)
            picture.label(bounds, lane.name.uppercased(), height: height, in: .black, on: Self.region)
        }
        // Plates last, over everything else.
        for report in moment.reports.sorted(by: { text(of: $0) == nil && text(of: $1) != nil }) {
            if let text = text(of: report) {
                picture.outline(report.box, width: line, in: Self.plate)
                picture.label(report.box, text, height: height, in: .black, on: Self.plate)
            } else {
                picture.outline(report.box, width: line / 2, in: Self.other)
                picture.label(report.box, note(on: report), height: height / 2, in: .black, on: Self.other)
            }
        }
        return picture.image
    }

    private func corners(of region: RegionOfInterest, in picture: MarkedPicture) -> [Point] {
        let (width, height) = (Double(picture.image.width), Double(picture.image.height))
        return region.corners.map { Point(x: $0.x * width, y: $0.y * height) }
    }

    /// The plate that was read here.
    private func text(of report: CandidateReport) -> String? {
        report.candidates.isEmpty ? nil : report.track.flatMap { texts[$0] }
    }

    private func note(on report: CandidateReport) -> String {
        guard case .rejected(let reason) = report.outcome else { return "" }
        let words = reason.rawValue.uppercased().replacing("_", with: " ")
        return report.candidates.first.map { "\($0.text)   \(words)" } ?? words
    }
}
