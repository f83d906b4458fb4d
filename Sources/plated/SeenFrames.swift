import ALPR
import Addresses
import Basics
import CameraSetup
import Capture
import FFmpegCapture

#if canImport(Glibc)
    import Glibc
#endif

/// Pictures of an earlier look, as they come over a channel, with the times that they had.
final class SeenFrames {
    private let channel: PartChannel
    private var settings: CaptureSettings

    init(channel: PartChannel, settings: CaptureSettings) {
        self.channel = channel
        self.settings = settings
        self.settings.wantsColour = true
    }

    /// Nil at the end.
    func next() throws -> Frame? {
        while let part = try channel.part(), part.head.part == .frame {
            guard let at = part.head.at, var frame = try Self.frame(part.bytes, settings) else { continue }
            frame.time = Timestamp(.milliseconds(at))
            return frame
        }
        return nil
    }

    /// A picture is decoded as a file is: with the scanner's own decoder. The file is gone before this returns.
    private static func frame(_ bytes: [UInt8], _ settings: CaptureSettings) throws -> Frame? {
        var path = Array("/tmp/plated-XXXXXX.jpg".utf8CString)
        let descriptor = mkstemps(&path, 4)
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
        return try FFmpegSource(SourceAddress(name), settings: settings).nextFrame(where: { _ in true })
    }
}
