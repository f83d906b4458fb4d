import Plates
import Records

/// A record made ready to be stored, away from the database.
struct Entry: Sendable {
    /// What tells it from all others of its camera.
    enum Identity: Sendable, Hashable {
        /// A ULID, as its 16 bytes.
        case ulid([UInt8])
        case text(String)
    }

    var camera: String
    var schema: String
    var identity: Identity
    var time: WallTime
    /// Of an accepted plate.
    var plate: String?
    /// Other texts that stand in the record.
    var lost: [String] = []
    var lane: String?
    var movement: String?
    var gap: GapRecord?
    /// What it counts as, where it is no plate.
    var what: String
    /// As it stood in the log, packed.
    var line: [UInt8]
}

extension Entry.Identity {
    init(_ id: String) {
        self = Self.ulid(id).map(Self.ulid) ?? .text(id)
    }

    /// The 16 bytes of what is written exactly as `EventIDs` writes it.
    private static func ulid(_ id: String) -> [UInt8]? {
        var id = id
        let number = id.withUTF8 { digits in
            digits.count == Crockford.length ? Crockford.number(UnsafeRawBufferPointer(digits), at: 0) : nil
        }
        return number.map { number in (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * (15 - $0))) } }
    }
}
