import CZlib

/// Makes lines small. Used by one task at a time.
///
/// A packed line is the number of its dictionary and what zlib made of it (raw deflate); 0 and the line where that is no smaller.
final class LinePacker {
    /// 2 to the 12th bytes are looked back on: lines and dictionary are shorter. Little memory is quickly made ready again.
    static let window: Int32 = 12
    private static let memory: Int32 = 5
    /// The highest takes half as long again, and 7 % off.
    private static let level: Int32 = 1

    private let stream: UnsafeMutablePointer<z_stream>
    private let dictionary: [UInt8]
    private let number: UInt8

    init(dictionary: [UInt8] = LineDictionary.bytes, number: UInt8 = LineDictionary.number) {
        self.dictionary = dictionary
        self.number = number
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let code = deflateInit2_(
            stream, Self.level, Z_DEFLATED, -Self.window, Self.memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib has no memory, or another version")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func pack(_ line: [UInt8]) -> [UInt8] {
        var packed = [UInt8](unsafeUninitializedCapacity: line.count + 1) { room, count in
            room[0] = number
            count = 1 + deflate(line, into: UnsafeMutableBufferPointer(rebasing: room[1...]))
        }
        // It did not fit into the room of the line.
        if packed.count == 1 { packed = [0] + line }
        return packed
    }

    /// How many bytes it took; 0 where there were not enough.
    private func deflate(_ line: [UInt8], into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        deflateReset(stream)
        deflateSetDictionary(stream, dictionary, UInt32(dictionary.count))
        return line.withUnsafeBufferPointer { line in
            // zlib only reads there; its header does not say so.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: line.baseAddress)
            stream.pointee.avail_in = UInt32(line.count)
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = UInt32(room.count)
            return CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END ? Int(stream.pointee.total_out) : 0
        }
    }
}
