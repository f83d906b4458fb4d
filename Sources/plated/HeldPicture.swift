import ALPR
import Addresses
import Basics
import Capture
import FFmpegCapture

#if canImport(Glibc)
    import Glibc
#endif

/// A picture that came as bytes, decoded as a file is: with the scanner's own decoder. The file is gone before this returns.
enum HeldPicture {
    /// - Parameter body: gets the source, to take the picture from.
    static func open<Value>(
        _ bytes: [UInt8], ending: String, _ settings: CaptureSettings, _ body: (FFmpegSource) throws -> Value
    ) throws -> Value {
        var path = Array("/tmp/plated-XXXXXX.\(ending)".utf8CString)
        let descriptor = mkstemps(&path, Int32(ending.utf8.count + 1))
        guard descriptor >= 0 else {
            throw Failure(.inputOutput, while: "keeping a picture in /tmp", because: String(cString: strerror(errno)))
        }
        let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(name) }
        let written = write(descriptor, bytes, bytes.count)
        close(descriptor)
        guard written == bytes.count else {
            throw Failure(.inputOutput, while: "keeping a picture in /tmp", because: "there is no room")
        }
        return try body(FFmpegSource(SourceAddress(name), settings: settings))
    }
}
