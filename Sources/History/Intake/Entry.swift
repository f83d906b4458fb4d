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
        var value: UInt128 = 0
        let digits = id.utf8
        guard digits.count == 26, let first = digits.first, first <= UInt8(ascii: "7") else { return nil }
        for digit in digits {
            let number = digitValues[Int(digit)]
            guard number < 32 else { return nil }
            value = value << 5 | UInt128(number)
        }
        return (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * (15 - $0))) }
    }

    /// Of Crockford's base 32, capitals only; 32 for what is no digit.
    private static let digitValues: [UInt8] = {
        var values = [UInt8](repeating: 32, count: 256)
        for (value, digit) in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
