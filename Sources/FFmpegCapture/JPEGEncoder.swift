import ALPR
import CFFmpeg

/// Turns pictures into JPEG files' bytes, with FFmpeg's own encoder.
///
/// Brightness at the picture's size, colour differences at half of it in both directions, all of 0-255, as cameras write JPEG.
public struct JPEGEncoder: Sendable {
    /// 1 (smallest) to 100 (best), about as libjpeg counts.
    public let quality: Int

    /// - Precondition: `quality` is 1 to 100.
    public init(quality: Int = 85) {
        precondition((1...100).contains(quality), "a JPEG's quality is 1 to 100")
        self.quality = quality
    }

    /// A grey picture's bytes.
    public func bytes(of image: LumaImage) throws(CaptureError) -> [UInt8] {
        let half = ((image.width + 1) / 2, (image.height + 1) / 2)
        let none = LumaImage(width: half.0, height: half.1, filledWith: 128)
        return try bytes(luma: image, blue: none, red: none)
    }

    /// A coloured picture's bytes.
    public func bytes(of image: RGBImage) throws(CaptureError) -> [UInt8] {
        let planes = JPEGPlanes(of: image)
        return try bytes(luma: planes.luma, blue: planes.blue, red: planes.red)
    }

    /// A picture's bytes as its decoder gave it; video is not turned into red, green and blue for it.
    public func bytes(of image: ColourImage) throws(CaptureError) -> [UInt8] {
        let planes = JPEGPlanes(of: image)
        return try bytes(luma: planes.luma, blue: planes.blue, red: planes.red)
    }

    private func bytes(luma: LumaImage, blue: LumaImage, red: LumaImage) throws(CaptureError) -> [UInt8] {
        let encoder = StillEncoder(
            codec: AV_CODEC_ID_MJPEG, name: "JPEG", format: AV_PIX_FMT_YUVJ420P, coarseness: coarseness)
        return try encoder.bytes(
            width: luma.width, height: luma.height, planes: [.init(luma), .init(blue), .init(red)])
    }

    /// libjpeg scales its table of steps by so many per cent, and FFmpeg at 16 has about the steps of that table at 100.
    private var coarseness: Int {
        let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
        return min(31, max(1, (scale * 16 + 50) / 100))
    }
}
