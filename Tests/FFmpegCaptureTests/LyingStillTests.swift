import ALPR
import Addresses
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

/// Stills that lie on their side, on their head, or in a mirror.
@Suite struct LyingStillTests {
    /// A JPEG with an EXIF tag of how it lies. PNG and video have none.
    private func picture(lying orientation: UInt8, in media: Media) throws -> String {
        // Eight tiles, each as light as its place tells.
        let plain = try media.make(
            "plain\(orientation).jpg",
            "-f lavfi -i color=size=64x32,geq=lum=16+24*(trunc(X/16)+4*trunc(Y/16)):cb=128:cr=128 -frames:v 1 -q:v 2")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: plain)))
        let tag: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let exif = Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + tag + [0, 0, 0, 0]
        let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
        return try media.write(Data(bytes[..<2] + segment + bytes[2...]), to: "lying\(orientation).jpg")
    }

    /// EXIF 2.32, 4.6.4: where row 0 and column 0 of the file belong.
    @Test(arguments: [
        (1, [0, 1, 2, 3, 4, 5, 6, 7], 64), (2, [3, 2, 1, 0, 7, 6, 5, 4], 64), (3, [7, 6, 5, 4, 3, 2, 1, 0], 64),
        (4, [4, 5, 6, 7, 0, 1, 2, 3], 64), (5, [0, 4, 1, 5, 2, 6, 3, 7], 32), (6, [4, 0, 5, 1, 6, 2, 7, 3], 32),
        (7, [7, 3, 6, 2, 5, 1, 4, 0], 32), (8, [3, 7, 2, 6, 1, 5, 0, 4], 32),
    ])
    func `a still is shown as its EXIF wants it, mirrors included`(orientation: UInt8, tiles: [Int], width: Int) throws
    {
        let media = try Media()
        let path = try picture(lying: orientation, in: media)
        let frame = try #require(try FFmpegSource(SourceAddress(path)).nextFrame(where: { _ in true }))
        #expect(frame.image.width == width && frame.image.height == 64 * 32 / width)
        let columns = width / 16
        let seen = tiles.indices.map { index in
            let pixel = frame.image.pixels[(index / columns * 16 + 8) * width + index % columns * 16 + 8]
            // Of video from 16 to 235.
            return Int(((Double(pixel) / 255 * 219) / 24).rounded())
        }
        #expect(seen == tiles)
        withExtendedLifetime(media) {}
    }
}
