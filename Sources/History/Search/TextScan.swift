import GRDB

/// Looks through all distinct texts of one kind.
package struct TextScan {
    let kind: TextTable.Kind
    let database: Database

    /// The numbers of the texts that match.
    func numbers(_ matcher: some TextMatcher) throws -> [Int64] {
        var found: [Int64] = []
        try Prepared("SELECT block, texts FROM \(kind)_block ORDER BY block", in: database).rows { row in
            let block = row.integer(at: 0)
            guard TextTable.blocks.contains(block) else { throw TextTable.impossible }
            let first = block * Int64(PackedText.perBlock)
            row.withBytes(at: 1) { texts in
                guard texts.count == PackedText.emptyBlock.count, let start = texts.baseAddress else { return }
                Self.look(
                    through: start.assumingMemoryBound(to: UInt8.self), first: first, count: PackedText.perBlock,
                    matcher, &found)
            }
            return true
        }
        // The few that are not packed.
        var long: [Int64] = []
        try Prepared("SELECT id, text FROM \(kind)_long", in: database).rows { row in
            if matcher.matches(row.text(at: 1)) { long.append(try TextTable.checked(row.integer(at: 0))) }
            return true
        }
        return found + long
    }

    /// Twelve bytes each (`PackedText`), of which `first` is the number of the first one.
    package static func look(
        through texts: UnsafePointer<UInt8>, first: Int64, count: Int, _ matcher: some TextMatcher,
        _ found: inout [Int64]
    ) {
        for slot in 0..<count {
            let text = texts + slot * PackedText.width
            let length = length(of: text)
            if length == 0 || text[0] == PackedText.mark { continue }
            if matcher.matches(text, count: length) { found.append(first + Int64(slot)) }
        }
    }

    /// Bytes before the zeros.
    @inlinable @inline(__always)
    package static func length(of text: UnsafePointer<UInt8>) -> Int {
        let raw = UnsafeRawPointer(text)
        let end = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        if end != 0 { return 12 - end.leadingZeroBitCount / 8 }
        return 8 - UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)).leadingZeroBitCount / 8
    }
}
