import ALPR
import CameraSetup
import Capture
import FFmpegCapture

/// Pictures that were taken before, as they come over a channel, with the times that they had.
final class SeenFrames {
    private let channel: PartChannel
    private var settings: CaptureSettings
    /// How the camera's pictures lay when these were taken from it, and how they are to lie now.
    private let taken: Orientation
    private let wanted: Orientation

    init(channel: PartChannel, settings: CaptureSettings, taken: Orientation) {
        self.channel = channel
        self.settings = settings
        self.settings.wantsColour = true
        self.taken = taken
        wanted = settings.orientation
        self.settings.orientation = .upright
    }

    /// Nil at the end.
    func next() throws -> Frame? {
        while let part = try channel.part(), part.head.part == .frame {
            guard let at = part.head.at, var frame = try Self.frame(part.bytes, settings) else { continue }
            frame.time = Timestamp(.milliseconds(at))
            return taken == wanted ? frame : frame.upright(from: taken.reversed).upright(from: wanted)
        }
        return nil
    }

    private static func frame(_ bytes: [UInt8], _ settings: CaptureSettings) throws -> Frame? {
        try HeldPicture.open(bytes, ending: "jpg", settings) { try $0.nextFrame(where: { _ in true }) }
    }
}
