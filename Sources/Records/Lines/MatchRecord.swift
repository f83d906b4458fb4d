/// What a list has of a plate that was read, as it is written: the public interface of the log. Fields are only ever added.
///
/// Its identifier follows from the event and the entry, so that the same event makes the same match however often it is looked at.
public struct MatchRecord: LogRecord, Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.match/1"

    /// How a plate and an entry fit. A log of a later version may name others than these.
    public struct Way: RawRepresentable, CaseIterable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The very text.
        public static let exact = Way(rawValue: "exact")
        /// A pattern that it fits.
        public static let pattern = Way(rawValue: "pattern")
        /// Another text, which may have been meant.
        public static let nearest = Way(rawValue: "nearest")

        /// Those that this version knows.
        public static let allCases: [Way] = [.exact, .pattern, .nearest]
    }

    public var id: String
    /// When the plate was accepted.
    public var time: WallTime
    public var camera: String
    /// The identifier of the event.
    public var event: String
    /// As it was read.
    public var plate: String
    /// Name of the list.
    public var list: String
    /// What the list is for: `allow`, `deny`, `wanted`, or what a later version has.
    public var kind: String
    public var way: Way
    /// What stands on the list: a plate or a pattern.
    public var entry: String
    /// How likely it is that the list's plate was there, 0-1: an estimate.
    public var chance: Double
    /// What the list says beside it; nil where it says nothing.
    public var note: String?
    public var lane: String?
    /// Random digits. Without them the plate could be found by trying, once it is forgotten and only the hash of this line is left.
    public var salt: String
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        id: String, time: WallTime, camera: String, event: String, plate: String, list: String, kind: String, way: Way,
        entry: String, chance: Double, note: String? = nil, lane: String? = nil,
        salt: String = String(UInt64.random(in: 0 ... .max), radix: 16)
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.event = event
        self.plate = plate
        self.list = list
        self.kind = kind
        self.way = way
        self.entry = entry
        self.chance = chance
        self.note = note
        self.lane = lane
        self.salt = salt
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        event = try fields.text("event")
        plate = try fields.text("plate")
        list = try fields.text("list")
        kind = try fields.text("kind")
        way = Way(rawValue: try fields.text("match"))
        entry = try fields.text("entry")
        chance = try fields.number("chance")
        // It follows from the others.
        if fields.has("word") { _ = try fields.text("word") }
        note = try fields.textOrNull("note")
        if fields.has("lane") { lane = try fields.textOrNull("lane") }
        salt = try fields.text("salt")
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("event", event)
        line.add("plate", plate)
        line.add("list", list)
        line.add("kind", kind)
        line.add("match", way.rawValue)
        line.add("entry", entry)
        line.add("chance", chance, digits: 4)
        line.add("word", word)
        line.add("note", note)
        if let lane { line.add("lane", lane) }
        line.add("salt", salt)
        return line.bytes
    }
}

extension MatchRecord {
    /// From this share of the vote on, a list's plate was probably there although another text won: a fifth of the looks read the very
    /// plate that somebody has a reason to expect.
    public static let probable = 0.2

    /// What it is, in words for whoever is told: `wanted`, `probably wanted`, `possibly wanted`.
    public var word: String { Self.word(kind, way, chance) }

    public static func word(_ kind: String, _ way: Way, _ chance: Double) -> String {
        guard way == .nearest else { return kind }
        return chance >= probable ? "probably \(kind)" : "possibly \(kind)"
    }

    /// The identifier of what a list has of an event: it sorts by the event's time, and is the same every time. No plate is in it.
    ///
    /// - Parameter number: of its matches, the surest first.
    public static func id(of event: PlateEvent, list: String, number: Int) -> String {
        EventIDs.id(
            at: event.time, from: Digest(of: "\(schema)\n\(event.camera)\n\(event.id)\n\(list)\n\(number)".utf8))
    }

    /// Whether a plate stands in it.
    ///
    /// - Parameter text: capitals and digits, or a pseudonym.
    func tells(of text: String) -> Bool {
        if PlateText.normal(plate) == text { return true }
        // A pattern is no plate, whatever is left of it.
        if !entry.contains(where: { "?*".contains($0) }), PlateText.normal(entry) == text { return true }
        return note.map { PlateText.note($0, tells: text) } ?? false
    }
}
