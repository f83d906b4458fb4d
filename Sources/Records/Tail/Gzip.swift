import CZlib

/// Bytes compressed as gzip has them, whole in memory.
package enum Gzip {
    package enum Fault: Error {
        /// They are no gzip, or end too early.
        case damaged
        /// There are more than are taken.
        case tooLarge
    }

    /// Tells zlib to write and read gzip's head and end.
    private static let window = 15 + 16

    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 6, Z_DEFLATED, Int32(window), 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { fatalError("no memory to compress") }
        defer { deflateEnd(&stream) }
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
        var input = bytes
        input.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let code = deflate(&stream, Z_FINISH)
                precondition(code == Z_STREAM_END, "deflateBound has room for all of it")
            }
        }
        packed.removeLast(Int(stream.avail_out))
        return packed
    }

    /// - Parameter most: bytes that may come of it: a few compressed ones can stand for gigabytes.
    package static func unpacked(_ bytes: [UInt8], upTo most: Int) throws(Fault) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, Int32(window), ZLIB_VERSION, size) == Z_OK else {
            fatalError("no memory to decompress")
        }
        defer { inflateEnd(&stream) }
        var unpacked: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var input = bytes
        let code = input.withUnsafeMutableBufferPointer { input -> Int32 in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let code = piece.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
                unpacked += piece.dropLast(Int(stream.avail_out))
                if unpacked.count > most { return Z_BUF_ERROR }
                switch code {
                case Z_OK: continue
                // Some clients write several parts, one behind the other.
                case Z_STREAM_END where stream.avail_in > 0:
                    guard inflateReset(&stream) == Z_OK else { return Z_DATA_ERROR }
                default: return code
                }
            }
        }
        if unpacked.count > most { throw .tooLarge }
        guard code == Z_STREAM_END else { throw .damaged }
        return unpacked
    }
}
