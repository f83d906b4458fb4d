/// A session as it is after something about it changed: the public interface of the hub's log. Fields are only ever added, never renamed or
/// removed.
///
/// Each record says all of its session: of those with the same `session` the one with the highest `revision` counts.
public struct SessionRecord: LogRecord, Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.session/1"

    public var id: String
    /// When it happened, by the cameras' clocks.
    public var time: WallTime
    /// Where the last thing that is known of it was seen.
    public var camera: String
    public var site: String
    /// The same in all records of the session.
    public var session: String
    /// Counts the session's records, from 0.
    public var revision: Int
    public var state: SessionState
    public var change: SessionChange
    /// The surer one of both readings.
    public var plate: String
    /// Nil where nobody saw it.
    public var entry: SessionPass?
    public var exit: SessionPass?
    /// When it left, where nobody saw it and somebody said so.
    public var left: WallTime?
    /// Who corrected it by hand; nil where the hub itself says it.
    public var by: String?
    /// How the two belong together; nil where one is missing.
    public var match: SessionMatch?
    /// From then on the hub changes it no more; nil while it lasts.
    public var settles: WallTime?
    /// Whether it lasts, or lasted, longer than it may.
    public var isOverstay = false
    /// In seconds; nil where it may last for ever.
    public var longestStay: Int?
    /// From entry to exit, in metres; nil for a site that is no section of a road.
    public var length: Int?
    /// Open sessions of the site, after this.
    public var occupancy: Int
    public var capacity: Int?
    /// Random digits. Without them the plate could be found by trying, once it is forgotten and only the hash of this line is left.
    public var salt: String
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        id: String, time: WallTime, camera: String, site: String, session: String, revision: Int, state: SessionState,
        change: SessionChange, plate: String, entry: SessionPass?, exit: SessionPass?, occupancy: Int,
        salt: String = String(UInt64.random(in: 0 ... .max), radix: 16)
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.site = site
        self.session = session
        self.revision = revision
        self.state = state
        self.change = change
        self.plate = plate
        self.entry = entry
        self.exit = exit
        self.occupancy = occupancy
        self.salt = salt
    }

    /// From entry to exit, in seconds; nil where one of both is missing.
    public var dwell: Double? {
        guard let entry, let end = exit?.time ?? left else { return nil }
        return Double(end.milliseconds - entry.time.milliseconds) / 1000
    }

    /// The mean over the section, in kilometres an hour.
    public var speed: Double? {
        guard let length, exit != nil, let dwell, dwell > 0 else { return nil }
        return Double(length) / dwell * 3.6
    }

    /// Whether a plate stands in it.
    ///
    /// - Parameter text: capitals and digits, or a pseudonym.
    func tells(of text: String) -> Bool {
        [plate, entry?.plate, exit?.plate].contains { other in other.map { PlateText.normal($0) == text } ?? false }
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        site = try fields.text("site")
        session = try fields.text("session")
        revision = try fields.whole("revision")
        state = SessionState(rawValue: try fields.text("state"))
        change = SessionChange(rawValue: try fields.text("change"))
        plate = try fields.text("plate")
        entry = try fields.pass("entry")
        exit = try fields.pass("exit")
        if fields.has("left") { left = try fields.timeOrNull("left") }
        if fields.has("by") { by = try fields.text("by") }
        if fields.has("match") { match = SessionMatch(rawValue: try fields.text("match")) }
        // They follow from the two times.
        if fields.has("dwell_s") { _ = try fields.number("dwell_s") }
        if fields.has("length_m") { length = try fields.whole("length_m") }
        if fields.has("speed_km_h") { _ = try fields.number("speed_km_h") }
        isOverstay = try fields.flag("overstay")
        if fields.has("longest_stay_s") { longestStay = try fields.whole("longest_stay_s") }
        if fields.has("settles") { settles = try fields.timeOrNull("settles") }
        occupancy = try fields.whole("occupancy")
        if fields.has("capacity") { capacity = try fields.whole("capacity") }
        salt = try fields.text("salt")
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("site", site)
        line.add("session", session)
        line.add("revision", revision)
        line.add("state", state.rawValue)
        line.add("change", change.rawValue)
        line.add("plate", plate)
        line.add("entry", entry)
        line.add("exit", exit)
        if let left { line.add("left", left.description) }
        if let by { line.add("by", by) }
        if let match { line.add("match", match.rawValue) }
        if let dwell { line.add("dwell_s", dwell, digits: 1) }
        if let length { line.add("length_m", length) }
        if let speed { line.add("speed_km_h", speed, digits: 1) }
        line.add("overstay", isOverstay)
        if let longestStay { line.add("longest_stay_s", longestStay) }
        if let settles { line.add("settles", settles.description) }
        line.add("occupancy", occupancy)
        if let capacity { line.add("capacity", capacity) }
        line.add("salt", salt)
        return line.bytes
    }
}

extension LineFields {
    /// Nil for null.
    fileprivate mutating func pass(_ name: StaticString) throws(LineFault) -> SessionPass? {
        if try isNull(name) { return nil }
        return try object(name) { (fields) throws(LineFault) in try SessionPass(&fields) }
    }
}

extension JSONLine {
    fileprivate mutating func add(_ name: String, _ pass: SessionPass?) {
        if let pass { add(name, object: pass.json) } else { add(name, String?.none) }
    }
}
