import ALPR
import CFFmpeg

/// Turns pictures into PNG files' bytes, with FFmpeg's own encoder.
public enum PictureEncoder {
    /// Empty for an empty picture.
    public static func png(_ image: LumaImage) throws(CaptureError) -> [UInt8] {
        guard !image.isEmpty else { return [] }
        let encoder = StillEncoder(codec: AV_CODEC_ID_PNG, name: "PNG", format: AV_PIX_FMT_GRAY8)
        return try encoder.bytes(width: image.width, height: image.height, planes: [.init(image)])
    }

    /// The same in colour.
    public static func png(_ image: RGBImage) throws(CaptureError) -> [UInt8] {
        guard !image.red.isEmpty else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * image.red.pixels.count)
        for (red, (green, blue)) in zip(image.red.pixels, zip(image.green.pixels, image.blue.pixels)) {
            bytes.append(red)
            bytes.append(green)
            bytes.append(blue)
        }
        let encoder = StillEncoder(codec: AV_CODEC_ID_PNG, name: "PNG", format: AV_PIX_FMT_RGB24)
        return try encoder.bytes(
            width: image.width, height: image.height, planes: [.init(bytes, bytesPerRow: 3 * image.width)])
    }
}
