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
        /// Of its line, in bytes.
        var count: Int
        var checksum: UInt32

        /// Of its line.
        var start: Int { offset + headerSize }
        var end: Int { start + count }
    }

    struct Contents: Equatable {
        /// Lines that wait, oldest first.
        var waiting: [Entry] = []
        /// Entries that wait and whose checksum is wrong.
        var damaged: [Entry] = []
        /// Where the next entry goes.
        var end = 0
        /// What follows the last entry and is not zero: one that was not finished.
        var rest = 0..<0
        /// Whether nobody needs that: it is of one that is done, or nothing of its line is there.
        var isRestDone = false
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

    static func contents(of spool: inout SpoolPieces) throws(LogFailure) -> Contents {
        var contents = Contents()
        while true {
            let header = Array(try spool.bytes(headerSize, at: contents.end))
            guard header.count == headerSize, header.starts(with: magic) else {
                contents.isRestDone = header.count < headerSize && header.starts(with: magic.prefix(header.count))
                break
            }
            let entry = Entry(
                offset: contents.end, count: Int(number(header[8..<12])), checksum: number(header[12..<16]))
            let isDone = header[stateOffset] != 0
            guard entry.end <= spool.size else {
                // It was cut off where room was given back.
                contents.isRestDone = isDone
                break
            }
            let isRight = try checksum(of: entry, in: &spool) == entry.checksum
            if !isRight {
                // Behind a wrong length lies no entry: then the length itself is not to be trusted.
                guard try spool.bytes(magic.count, at: entry.end).elementsEqual(magic) else { break }
            }
            switch (isDone, isRight) {
            case (true, _): break
            case (false, true): contents.waiting.append(entry)
            case (false, false): contents.damaged.append(entry)
            }
            contents.end = entry.end
        }
        let end = try spool.end(from: contents.end)
        contents.rest = contents.end..<end
        return contents
    }

    // MARK: - Parts

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// CRC-32 (ISO 3309) of the line's length and the line.
    static func checksum(_ line: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        add(bytes(UInt32(line.count)), to: &sum)
        add(line, to: &sum)
        return ~sum
    }

    private static func checksum(of entry: Entry, in spool: inout SpoolPieces) throws(LogFailure) -> UInt32 {
        var sum = UInt32.max
        add(bytes(UInt32(entry.count)), to: &sum)
        var place = entry.start
        while place < entry.end {
            let piece = try spool.bytes(min(SpoolPieces.length, entry.end - place), at: place)
            if piece.isEmpty { break }
            add(piece, to: &sum)
            place += piece.count
        }
        return ~sum
    }

    private static func add(_ bytes: some Collection<UInt8>, to sum: inout UInt32) {
        let table = Self.table
        for byte in bytes { sum = sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 0xFF)] }
    }

    /// What each byte does to the sum.
    private static let table: [UInt32] = (0..<256).map { byte in
        var sum = UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        return sum
    }
}
