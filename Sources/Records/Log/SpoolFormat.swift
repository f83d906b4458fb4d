/// How lines lie in a spool: one after the other, each behind a header with its length, its checksum and whether it still
/// waits; zeros follow the last.
enum SpoolFormat {
    /// No text holds the first byte.
    static let magic: [UInt8] = [0xFF, 0x50, 0x53, 0x01]
    static let headerSize = 16
    /// Where in the header it says whether the line still waits.
    static let stateOffset = 4
    static let done: [UInt8] = [1, 0, 0, 0]

    struct Entry: Equatable {
        /// Of its header, in bytes.
        var offset: Int
        var line: [UInt8]
    }

    struct Contents: Equatable {
        /// Lines that wait, oldest first.
        var waiting: [Entry] = []
        /// Entries that wait and whose checksum is wrong.
        var damaged: [Entry] = []
        /// What follows the last entry and is not zero: one that was not finished.
        var rest: [UInt8] = []
        /// Where the next entry goes.
        var end = 0
    }

    static func entry(_ line: [UInt8]) -> [UInt8] {
        magic + [0, 0, 0, 0] + bytes(UInt32(line.count)) + bytes(checksum(line)) + line
    }

    /// What there is of an entry's line.
    static func text(of rest: [UInt8]) -> [UInt8] {
        rest.starts(with: magic) ? Array(rest.dropFirst(headerSize)) : rest
    }

    static func isSpool(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(4).elementsEqual(magic.prefix(bytes.count)) || bytes.prefix(4).allSatisfy { $0 == 0 }
    }

    static func contents(of bytes: [UInt8]) -> Contents {
        var contents = Contents()
        var offset = 0
        while offset + headerSize <= bytes.count, bytes[offset..<offset + 4].elementsEqual(magic) {
            let length = Int(number(bytes[(offset + 8)..<(offset + 12)]))
            let start = offset + headerSize
            guard length <= bytes.count - start else { break }
            let line = Array(bytes[start..<start + length])
            let isDone = bytes[offset + stateOffset] != 0
            let isRight = checksum(line) == number(bytes[(offset + 12)..<(offset + 16)])
            // Behind a wrong length lies no entry: then the length itself is not to be trusted.
            if !isRight, !isFollowed(bytes, at: start + length) { break }
            switch (isDone, isRight) {
            case (true, _): break
            case (false, true): contents.waiting.append(Entry(offset: offset, line: line))
            case (false, false): contents.damaged.append(Entry(offset: offset, line: line))
            }
            offset = start + length
        }
        contents.end = offset
        let rest = bytes[offset...]
        if let last = rest.lastIndex(where: { $0 != 0 }) { contents.rest = Array(rest[...last]) }
        return contents
    }

    private static func isFollowed(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.dropFirst(offset).prefix(4).elementsEqual(magic)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// CRC-32 (ISO 3309) of the line's length and the line.
    private static func checksum(_ line: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes(UInt32(line.count)) + line {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
