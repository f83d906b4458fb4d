/// What became of a door for a plate, or for somebody who pressed its button, as it is written: the public interface of the log. Fields
/// are only ever added.
///
/// It is on disk before the door is asked, and once more with how that went.
public struct OpeningRecord: LogRecord, Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.opening/1"

    /// What became of it. A log of a later version may name others than these.
    public struct State: RawRepresentable, CaseIterable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It is being asked to open.
        public static let asked = State(rawValue: "asked")
        /// It took that.
        public static let opened = State(rawValue: "opened")
        /// It took nothing in time.
        public static let failed = State(rawValue: "failed")
        /// It was not asked.
        public static let withheld = State(rawValue: "withheld")

        /// Those that this version knows.
        public static let allCases: [State] = [.asked, .opened, .failed, .withheld]
    }

    public var id: String
    public var time: WallTime
    /// Of the event; of the door, where somebody pressed its button.
    public var camera: String
    public var door: String
    /// The identifier of its first line.
    public var opening: String
    public var state: State
    /// Why not; nil where nothing is wrong.
    public var reason: String?
    /// After this moment it may not open for this any more.
    public var until: WallTime
    /// The event that it is for; nil where somebody pressed the button.
    public var event: String?
    public var plate: String?
    /// The list that lets the plate in, or denies it; nil where there is none.
    public var list: String?
    /// Who pressed the button; nil where nobody did.
    public var user: String?
    /// What they said of it.
    public var note: String?
    /// Random digits. Without them the plate could be found by trying, once it is forgotten and only the hash of this line is left.
    public var salt: String
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        id: String, time: WallTime, camera: String, door: String, state: State, reason: String? = nil, until: WallTime,
        event: String? = nil, plate: String? = nil, list: String? = nil, user: String? = nil, note: String? = nil,
        salt: String = String(UInt64.random(in: 0 ... .max), radix: 16)
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.door = door
        opening = id
        self.state = state
        self.reason = reason
        self.until = until
        self.event = event
        self.plate = plate
        self.list = list
        self.user = user
        self.note = note
        self.salt = salt
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        door = try fields.text("door")
        opening = try fields.text("opening")
        state = State(rawValue: try fields.text("state"))
        reason = try fields.textOrNull("reason")
        until = try fields.time("until")
        event = try fields.textOrNull("event")
        plate = try fields.textOrNull("plate")
        list = try fields.textOrNull("list")
        user = try fields.textOrNull("user")
        note = try fields.textOrNull("note")
        salt = try fields.text("salt")
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("door", door)
        line.add("opening", opening)
        line.add("state", state.rawValue)
        line.add("reason", reason)
        line.add("until", until.description)
        line.add("event", event)
        line.add("plate", plate)
        line.add("list", list)
        line.add("user", user)
        line.add("note", note)
        line.add("salt", salt)
        return line.bytes
    }
}

extension OpeningRecord {
    /// The identifier of what an event does at a door: the same every time. No plate is in it.
    public static func id(of event: PlateEvent, door: String) -> String {
        EventIDs.id(at: event.time, from: Digest(of: "\(schema)\n\(event.camera)\n\(event.id)\n\(door)".utf8))
    }

    /// The identifier of what somebody does at a door: another one every time.
    public static func id(at time: WallTime) -> String {
        EventIDs.id(at: time, from: Digest(of: "\(schema)\n\(UInt128.random(in: 0 ... .max))".utf8))
    }

    /// The identifier of the line with how it went; of its first line.
    public var last: String { EventIDs.id(at: time, from: Digest(of: "\(Self.schema)\n\(opening)\nlast".utf8)) }

    /// Whether a plate stands in it.
    ///
    /// - Parameter text: capitals and digits, or a pseudonym.
    func tells(of text: String) -> Bool {
        if let plate, PlateText.normal(plate) == text { return true }
        return note.map { PlateText.note($0, tells: text) } ?? false
    }
}
