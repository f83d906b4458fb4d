import CZlib
import GRDB

/// Makes of packed lines what they were. Used by one task at a time.
final class LineUnpacker {
    private let stream: UnsafeMutablePointer<z_stream>
    private let dictionaries: [UInt8: [UInt8]]
    /// Longer than any line that is stored.
    private static let limit = 4 << 20

    init(dictionaries: [UInt8: [UInt8]]) {
        self.dictionaries = dictionaries
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let code = inflateInit2_(stream, -LinePacker.window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib has no memory, or another version")
    }

    convenience init(_ database: Database) throws {
        self.init(dictionaries: try LineDictionary.all(in: database))
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Nil where it is damaged.
    func line(_ packed: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let number = packed.first else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: packed.dropFirst())
        if number == 0 { return Array(rest) }
        guard let dictionary = dictionaries[number] else { return nil }
        var room = 2048
        while room <= Self.limit {
            switch inflate(rest, dictionary: dictionary, room: room) {
            case .line(let line): return line
            case .tooLong: room *= 8
            case .damaged: return nil
            }
        }
        return nil
    }

    private enum Outcome {
        case line([UInt8])
        case tooLong
        case damaged
    }

    private func inflate(_ packed: UnsafeRawBufferPointer, dictionary: [UInt8], room: Int) -> Outcome {
        inflateReset(stream)
        inflateSetDictionary(stream, dictionary, UInt32(dictionary.count))
        var code = Z_OK
        let line = [UInt8](unsafeUninitializedCapacity: room) { room, count in
            // zlib only reads there; its header does not say so.
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: packed.baseAddress?.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(packed.count)
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = UInt32(room.count)
            code = CZlib.inflate(stream, Z_FINISH)
            count = Int(stream.pointee.total_out)
        }
        if code == Z_STREAM_END { return .line(line) }
        return code == Z_BUF_ERROR && stream.pointee.avail_out == 0 ? .tooLong : .damaged
    }
}
