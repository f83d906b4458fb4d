import Answers
import History
import Records

/// A plate of a list, or a pattern for several, with when and where it counts.
public struct ListEntry: Hashable, Sendable {
    /// Capitals and digits; `?` stands for one character, `*` for any number of them.
    public var plate: String
    public var note = ""
    public var owner = ""
    /// As it was written; nil for always.
    public var from: String?
    public var until: String?
    /// Empty for all.
    public var cameras: [String] = []
    public var hours: WeeklyHours?

    /// At most: longer ones are no plates.
    public static let longest = 24

    /// Nil where it is no plate and no pattern of one. A pattern has two characters of its own at least, or it would fit everything.
    public init?(_ plate: String) {
        guard let plate = Self.normal(plate) else { return nil }
        self.plate = plate
    }

    public static let rule =
        "has letters and digits, \(longest) at most; ? stands for one character and * for any number of them, beside two real ones"

    public var isPattern: Bool { plate.contains { $0 == "?" || $0 == "*" } }

    /// Whether it counts for a camera at a time.
    func counts(for camera: String, at time: WallTime, zone: LocalZone) -> Bool {
        obstacle(for: camera, at: time, zone: zone) == nil
    }

    /// Why it does not count for a camera at a time; nil where it does.
    ///
    /// Its times were checked when it was read.
    ///
    /// - Parameter camera: nil for whichever it is for.
    func obstacle(for camera: String?, at time: WallTime, zone: LocalZone) -> ListObstacle? {
        if let camera, !cameras.isEmpty, !cameras.contains(camera) { return .camera }
        if let from, let expression = Self.time(from, zone: zone), time < expression.earliest { return .early }
        if let until, let expression = Self.time(until, zone: zone), time >= expression.latest { return .late }
        if let hours, !hours.contains(zone.clock(at: time)) { return .hours }
        return nil
    }

    /// Whether it ends before it begins.
    public func neverCounts(in zone: LocalZone) -> Bool {
        guard let from = from.flatMap({ Self.time($0, zone: zone) }),
            let until = until.flatMap({ Self.time($0, zone: zone) })
        else { return false }
        return until.latest <= from.earliest
    }

    /// A date or a date with a time; never one that depends on when it is read.
    ///
    /// One that clocks skip counts from the moment at which they are set forward: it may have been written where other clocks count, and one
    /// row does not keep a site from all lists of its centre.
    package static func time(_ text: String, zone: LocalZone) -> TimeExpression? {
        guard text.first?.isNumber == true, text.contains("-") else { return nil }
        do {
            return try TimeExpression(text, now: WallTime(milliseconds: 0), zone: zone)
        } catch {
            return error.jump.map { TimeExpression(at: $0) }
        }
    }

    private static func normal(_ text: String) -> String? {
        let kept = Homoglyphs.folded(text).filter { !$0.isWhitespace && $0 != "-" && $0 != "." }
        guard kept.count <= longest, kept.allSatisfy({ isReal($0) || $0 == "?" || $0 == "*" }) else { return nil }
        let real = kept.filter(isReal).count
        return real >= (real == kept.count ? 1 : 2) ? kept : nil
    }

    private static func isReal(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
