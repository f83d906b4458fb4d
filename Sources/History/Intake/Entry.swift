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

    /// From when on records of its camera are kept; nil for all, and where it is none of those that tell of others.
    package var limit: WallTime?

    /// Whether it says what becomes of others, however old it is: a gap is told in two lines, which only together are over; and what was
    /// forgotten takes its record away.
    var tellsOfOthers: Bool { gap != nil || schema == ForgottenLine.schema }

    /// Whether it is too old to be stored: stored again it would be news.
    package var isOld: Bool { limit.map { time < $0 } ?? false }

    /// Whether it ends a gap that is too old to be kept.
    package var endsOldGap: Bool {
        guard let limit, let end = gap?.end else { return false }
        return end < limit
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
