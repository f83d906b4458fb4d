import Plates
import Records

extension Entry {
    /// A line that is kept; nil for what is only counted.
    ///
    /// - Parameters:
    ///   - line: as it stands in the log, without its newline.
    ///   - log: name to file it under where the record names no camera.
    ///   - now: for a record without a time.
    package init?(_ record: Record, line: [UInt8], log: String, now: WallTime, packer: LinePacker) {
        let common: (camera: String, schema: String, time: WallTime)
        switch record {
        case .plate(let event): common = (event.camera, PlateEvent.schema, event.time)
        case .gap(let gap): common = (gap.camera, GapRecord.schema, gap.time)
        case .torn(let torn): common = (torn.camera, TornLine.schema, torn.time)
        case .seal(let seal): common = (seal.camera, SealRecord.schema, seal.time)
        case .health(let health): common = (health.camera, HealthRecord.schema, health.time)
        case .session(let session): common = (session.camera, SessionRecord.schema, session.time)
        case .opening(let opening): common = (opening.camera, OpeningRecord.schema, opening.time)
        case .forgotten(let forgotten): common = (forgotten.camera, ForgottenLine.schema, forgotten.time)
        case .match(let match): common = (match.camera, MatchRecord.schema, match.time)
        case .candidate: return nil
        case .other(let other): common = (other.camera ?? log, other.schema, other.time ?? now)
        }
        what = Self.what(of: record)
        camera = common.camera
        schema = common.schema
        identity = Identity(of: record, line: line)
        time = common.time
        if case .gap(let record) = record { gap = record }
        if case .plate(let event) = record {
            // A plate without a letter or digit is none; the record is kept.
            plate = PlateText.normal(event.plate)
            lost = Self.lost(in: event, plate: plate)
            lane = event.lane
            hasPictures = event.evidence != nil
            movement = event.direction?.movement.rawValue
        }
        self.line = packer.pack(line)
    }

    /// What a record counts as; empty of one that counts as nothing, or is counted where it is read.
    static func what(of record: Record) -> String {
        switch record {
        case .plate: "plate"
        // Once for its two lines.
        case .gap(let gap): gap.end == nil ? "gap \(gap.gap.cause.rawValue)" : ""
        case .torn: "torn"
        case .seal: "seal"
        case .health: "health"
        case .session: "session"
        case .opening(let opening): "opening \(opening.state.rawValue)"
        case .forgotten: "forgotten"
        case .match(let match): "match \(match.list)"
        case .candidate: ""
        case .other(let other): other.schema
        }
    }

    /// The texts of an event that are not its plate: its candidates, and what was read in single looks, of which there may be more.
    package static func lost(in event: PlateEvent, plate: String?) -> [String] {
        if event.candidates.count <= 1, event.plateRaw == event.plate, event.candidates.first?.plate == event.plate,
            event.votes?.allSatisfy({ $0.plate == nil || $0.plate == event.plate }) ?? true
        {
            return []
        }
        return others(among: event.candidates.map(\.plate) + [event.plateRaw] + readOnce(in: event), than: plate)
    }

    /// Those that stand in single looks alone. Histories of older versions do not find an event by them.
    package static func seldom(in event: PlateEvent, plate: String?) -> Set<String> {
        let known = others(among: event.candidates.map(\.plate) + [event.plateRaw], than: plate)
        return Set(others(among: readOnce(in: event), than: plate)).subtracting(known)
    }

    private static func readOnce(in event: PlateEvent) -> [String] { event.votes?.compactMap(\.plate) ?? [] }

    private static func others(among texts: [String], than plate: String?) -> [String] {
        var others: [String] = []
        for text in texts {
            guard let text = PlateText.normal(text), text != plate, !others.contains(text) else { continue }
            others.append(text)
        }
        return others
    }
}

extension Entry.Identity {
    /// - Parameter line: without its newline.
    package init(of record: Record, line: [UInt8]) {
        self = record.id.map { Self($0) } ?? .text("#" + Self.fingerprint(line))
    }

    /// 128 bits that stand for a line without an identifier.
    private static func fingerprint(_ line: [UInt8]) -> String {
        // FNV-1a, 128 bits.
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in line { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        return String(hash, radix: 16)
    }
}
