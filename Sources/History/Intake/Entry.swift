import Plates
import Records

/// A record made ready to be stored, away from the database.
package struct Entry: Sendable {
    /// What tells it from all others of its camera.
    package enum Identity: Sendable, Hashable {
        /// A ULID, as its 16 bytes.
        case ulid([UInt8])
        case text(String)
    }

    package var camera: String
    package var schema: String
    package var identity: Identity
    package var time: WallTime
    /// Of an accepted plate.
    package var plate: String?
    /// Other texts that stand in the record.
    package var lost: [String] = []
    package var lane: String?
    package var movement: String?
    package var gap: GapRecord?
    /// Whether it names pictures.
    package var hasPictures = false
    /// What it counts as, where it is no plate.
    package var what: String
    /// As it stood in the log, in the history's `LineForm`.
    package var line: [UInt8]

    /// Whether it is stored where what is older than a time is not kept.
    ///
    /// A gap is told in two lines, which only together are over; and what was forgotten takes its record away.
    func isKept(from limit: WallTime?) -> Bool {
        guard let limit, gap == nil, schema != ForgottenLine.schema else { return true }
        return time >= limit
    }
}

extension Entry.Identity {
    package init(_ id: String) {
        self = Self.ulid(id).map(Self.ulid) ?? .text(id)
    }

    /// As it stands in the record; of one without an identifier what stands for its line.
    package var text: String {
        switch self {
        case .ulid(let bytes):
            var text: [UInt8] = []
            Crockford.append(bytes.reduce(0) { $0 << 8 | UInt128($1) }, to: &text)
            return String(decoding: text, as: UTF8.self)
        case .text(let text): return text
        }
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
