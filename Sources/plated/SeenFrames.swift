import ALPR
import CameraSetup
import Capture
import FFmpegCapture

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

    private static func frame(_ bytes: [UInt8], _ settings: CaptureSettings) throws -> Frame? {
        try HeldPicture.open(bytes, ending: "jpg", settings) { try $0.nextFrame(where: { _ in true }) }
    }
}
