import ALPR
import Basics
import Plates

/// One place that looks like a plate, on its way through the picture: its looks, and what became of them.
struct Passage: Sendable {
    /// Looks that are remembered one by one: the first ones, and as many of the last.
    static let samples = 8
    /// A crop with more pixels is a mistake of the localiser, and costs more than it tells.
    private static let largestCrop = 400_000.0

    /// A look whose ballot has no end yet.
    private struct Pending: Sendable {
        var time: Timestamp
        var box: Box
    }

    /// The best look so far.
    struct Best: Sendable {
        var box: Box
        var textHeight: Double
        var candidate: Candidate?
        /// Of the picture, in pixels.
        var width: Int
        var height: Int
        /// With a margin; nil where no crops are kept.
        var crop: ColourImage?
        fileprivate var worth: Worth
    }

    /// What voted is better than what was only read, and that better than what was only seen.
    fileprivate struct Worth: Sendable {
        var stage: Int
        var value: Double

        /// A little better is not worth another crop.
        func isBetter(than other: Worth) -> Bool {
            stage != other.stage ? stage > other.stage : value > 1.15 * other.value
        }
    }

    let first: Timestamp
    private(set) var last: Timestamp
    let firstBox: Box
    private(set) var box: Box
    private(set) var looks = 0
    private(set) var votes = 0
    /// The most that one of them counted.
    private(set) var weight = 0.0
    private(set) var reasons: [Rejection: Int] = [:]
    private(set) var early: [Look] = []
    private(set) var late: [Look] = []
    private(set) var best: Best?
    /// What its readings say together, where that is not one text.
    private(set) var partial: String?
    /// The text that was reported, where this is a plate that was.
    private(set) var readText: String?
    var isRead: Bool { readText != nil }
    /// Given with the first line about it.
    var id: String?
    /// When the last line about it was due; nil before the first.
    var told: Timestamp?
    private var pending: [Pending] = []
    private var velocity = Point(x: 0, y: 0)
    /// How far it went, there and back.
    private var way = 0.0

    /// One look, for the record.
    struct Look: Sendable {
        var time: Timestamp
        var box: Box
        var textHeight: Double
        var candidate: Candidate?
        var weight: Double?
        var reason: Rejection?
    }

    init(_ look: Look, in frame: Frame?, keepsCrop: Bool) {
        first = look.time
        last = look.time
        firstBox = look.box
        box = look.box
        add(look, in: frame, keepsCrop: keepsCrop)
    }

    // MARK: - Looks

    mutating func add(_ look: Look, in frame: Frame?, keepsCrop: Bool) {
        let elapsed = (look.time - last).seconds
        let (from, to) = (box.centre, look.box.centre)
        if elapsed > 0 { velocity = Point(x: (to.x - from.x) / elapsed, y: (to.y - from.y) / elapsed) }
        way += from.distance(to: to)
        box = look.box
        last = look.time
        looks += 1
        if let reason = look.reason { reasons[reason, default: 0] += 1 }
        if let counted = look.weight {
            votes += 1
            weight = max(weight, counted)
            pending.append(Pending(time: look.time, box: look.box))
        }
        remember(look)
        guard let frame else { return }
        let worth = Self.worth(of: look)
        guard best.map({ worth.isBetter(than: $0.worth) }) ?? true else { return }
        let room = 0.5 * look.box.height
        let outline = look.box.expanded(x: room, y: room)
        let crop = keepsCrop && outline.area <= Self.largestCrop ? frame.anyColour.part(outline) : nil
        best = Best(
            box: look.box, textHeight: look.textHeight, candidate: look.candidate, width: frame.image.width,
            height: frame.image.height, crop: crop, worth: worth)
    }

    private mutating func remember(_ look: Look) {
        if early.count < Self.samples {
            early.append(look)
        } else {
            if late.count == Self.samples { late.removeFirst() }
            late.append(look)
        }
    }

    /// The end of a look that voted. Returns whether it was one of this passage.
    mutating func settle(_ report: CandidateReport) -> Bool {
        guard let index = pending.firstIndex(where: { $0.time == report.time && $0.box == report.box }) else {
            return false
        }
        pending.remove(at: index)
        if case .rejected(let reason) = report.outcome {
            reasons[reason, default: 0] += 1
            for index in early.indices where early[index].time == report.time && early[index].box == report.box {
                early[index].reason = reason
            }
            for index in late.indices where late[index].time == report.time && late[index].box == report.box {
                late[index].reason = reason
            }
        }
        if let text = report.candidates.last?.text, text.contains("?") { partial = text }
        if report.outcome.isOfReadPlate { markRead(report.candidates.first?.text) }
        return true
    }

    mutating func markRead(_ text: String?) { readText = text ?? readText ?? "" }

    private static func worth(of look: Look) -> Worth {
        let sure = look.candidate?.confidence ?? 0
        if let weight = look.weight { return Worth(stage: 2, value: weight * look.textHeight) }
        return look.candidate == nil
            ? Worth(stage: 0, value: look.textHeight) : Worth(stage: 1, value: sure * look.textHeight)
    }

    // MARK: - What it was

    /// The last hurdle that one of its looks met; nil where none of them was rejected.
    var reason: Rejection? { reasons.keys.max { $0.hurdle < $1.hurdle } }

    /// Whether it went through the picture as a vehicle does: by more than half of its outline's width, and hardly to and fro.
    var moved: Bool {
        let distance = firstBox.centre.distance(to: box.centre)
        return looks >= 3 && distance > 0.5 * max(firstBox.width, box.width) && distance > 0.7 * way
    }

    // MARK: - Belonging

    /// How well a place fits, 0-2; nil where it belongs to something else.
    ///
    /// - Parameter gap: how long it may have been out of sight.
    func affinity(with other: Box, text: String?, at time: Timestamp, gap: Duration) -> Double? {
        guard time >= last, time - last <= gap else { return nil }
        guard (0.5...2).contains(other.height / max(1, box.height)) else { return nil }
        // The same place with quite another text is the next vehicle.
        if let readText, !readText.isEmpty, let text, readText.similarity(to: text) < 0.34 { return nil }
        let elapsed = min(1, (time - last).seconds)
        let predicted = Box(
            x: box.x + velocity.x * elapsed, y: box.y + velocity.y * elapsed, width: box.width, height: box.height)
        let overlap = max(box.iou(other), predicted.iou(other))
        if overlap > 0.1 { return 1 + overlap }
        // One picture shows a vehicle once.
        guard time > last, (0.7...1.4).contains(other.height / max(1, box.height)) else { return nil }
        let reach = 1.5 * max(box.width, other.width)
        let distance = predicted.centre.distance(to: other.centre)
        return distance < reach ? 1 - distance / reach : nil
    }
}

extension Outcome {
    /// Whether the look was at a plate that was reported, now or before.
    var isOfReadPlate: Bool {
        switch self {
        case .accepted: true
        case .rejected(let reason): [.reported, .cooldown, .outvoted].contains(reason)
        }
    }
}

extension Rejection {
    /// How far a look got: the reason of the one that got farthest is the reason of the place.
    var hurdle: Int {
        switch self {
        case .outsideROI: 0
        case .cutOff: 1
        case .tooSmall: 2
        case .surplus: 3
        case .clutter: 4
        case .overlap: 5
        case .overlay: 6
        case .unread: 7
        case .length: 8
        case .implausible: 9
        case .lowConfidence: 10
        case .notLargest: 11
        case .noAgreement: 12
        case .format: 13
        case .improbable: 14
        case .direction: 15
        case .outvoted: 16
        case .cooldown: 17
        case .reported: 18
        }
    }
}
