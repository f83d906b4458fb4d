/// One line of a log, read.
public enum Record: Sendable, Equatable {
    case plate(PlateEvent)
    case gap(GapRecord)
    case torn(TornLine)
    case candidate(CandidateRecord)
    case seal(SealRecord)
    case health(HealthRecord)
    case session(SessionRecord)
    case opening(OpeningRecord)
    case forgotten(ForgottenLine)
    case match(MatchRecord)
    /// Of a schema that this program does not know.
    case other(OtherRecord)

    /// In bytes: twice what the longest line that plated writes can have, which is that of a torn one.
    public static let longestLine = 262_144

    /// Reads a line, with or without its newline.
    ///
    /// - Throws: what is wrong with it, where it is no object of JSON with a schema, or lacks what its schema has.
    public init(line: [UInt8]) throws(LineFault) {
        guard line.count <= Self.longestLine else { throw .tooLong(line.count) }
        if let place = Self.invalidByte(in: line) { throw .notUTF8(at: place) }
        var fields = try LineFields(line)
        let schema = try fields.text("schema")
        switch schema {
        case PlateEvent.schema: self = .plate(try PlateEvent(&fields))
        case GapRecord.schema: self = .gap(try GapRecord(&fields))
        case TornLine.schema: self = .torn(try TornLine(&fields))
        case CandidateRecord.schema: self = .candidate(try CandidateRecord(&fields))
        case SealRecord.schema: self = .seal(try SealRecord(&fields))
        case HealthRecord.schema: self = .health(try HealthRecord(&fields))
        case SessionRecord.schema: self = .session(try SessionRecord(&fields))
        case OpeningRecord.schema: self = .opening(try OpeningRecord(&fields))
        case ForgottenLine.schema: self = .forgotten(try ForgottenLine(&fields))
        case MatchRecord.schema: self = .match(try MatchRecord(&fields))
        default: self = .other(OtherRecord(schema: schema, fields: fields, line: line))
        }
    }

    /// A line that is no record to this program, or one that it does not understand: kept whole, under `unread`.
    public init(unread line: [UInt8]) {
        let (time, camera) = Self.heading(of: line)
        self = .other(OtherRecord(unread: line, time: time, camera: camera.flatMap { CameraID($0) != nil ? $0 : nil }))
    }

    /// What a history has, which may be a line that this program does not understand.
    package init(stored line: [UInt8]) {
        do throws(LineFault) { self = try Record(line: line) } catch { self.init(unread: line) }
    }

    /// The camera of lines that name none.
    package static let unreadCamera = "unread"

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        switch self {
        case .plate(let record): record.line
        case .gap(let record): record.line
        case .torn(let record): record.line
        case .candidate(let record): record.line
        case .seal(let record): record.line
        case .health(let record): record.line
        case .session(let record): record.line
        case .opening(let record): record.line
        case .forgotten(let record): record.line
        case .match(let record): record.line
        case .other(let record): record.line
        }
    }

    /// Unique in the log of its camera; nil where the schema has none.
    public var id: String? {
        switch self {
        case .plate(let record): record.id
        case .gap(let record): record.id
        case .torn(let record): record.id
        case .candidate: nil
        case .seal(let record): record.id
        case .health(let record): record.id
        case .session(let record): record.id
        case .opening(let record): record.id
        case .forgotten(let record): record.id
        case .match(let record): record.id
        case .other(let record): record.id
        }
    }

    /// When a line was written and for which camera, whatever record it is; nil where it does not say.
    public static func heading(of line: [UInt8]) -> (time: WallTime?, camera: String?) {
        do throws(LineFault) {
            let other = OtherRecord(schema: "", fields: try LineFields(line), line: [])
            return (other.time, other.camera)
        } catch {
            return (nil, nil)
        }
    }

    /// Returns whether the record is of a camera: of the log's own machine, or, where a hub made it, of any. Nothing is stored under another
    /// name: it becomes topics, folders and variables.
    ///
    /// - Parameter log: the camera of a record that names none.
    public func isFiled(underLog log: String) -> Bool {
        let name = heading.camera ?? log
        let isOfHub = Self.madeByHub.contains(schema) || schema == ForgottenLine.schema
        return isOfHub ? CameraRef(name) != nil : CameraID(name) != nil
    }

    private static func invalidByte(in line: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: line.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
