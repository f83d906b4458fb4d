import ALPR
import Addresses
import Capture
import Foundation
import TestSupport
import Testing

@testable import FFmpegCapture

/// Packets lost over UDP, or dropped by a camera over TCP, with a real server and a relay that loses them.
///
/// With PLATED_FIGURES=1 it looks longer, at everything, and prints what came through.
@Suite(.serialized) struct LossTests {
    private static let isLong = ProcessInfo.processInfo.environment["PLATED_FIGURES"] != nil

    struct Network: CustomTestStringConvertible, Sendable {
        var loss: Double
        var keyFrames: Int
        var burst = 1
        var transport = CaptureSettings.Transport.udp
        /// Part of the pictures that must come through.
        var least: Double

        var testDescription: String {
            "\(transport), \(loss * 100) %, a key frame every \(keyFrames), \(burst) at once"
        }
    }

    static let networks =
        isLong
        ? [
            Network(loss: 0, keyFrames: 25, least: 0.9), Network(loss: 0.01, keyFrames: 25, least: 0),
            Network(loss: 0.05, keyFrames: 25, least: 0), Network(loss: 0.2, keyFrames: 25, least: 0),
            Network(loss: 0, keyFrames: 1, least: 0.9), Network(loss: 0.01, keyFrames: 1, least: 0),
            Network(loss: 0.05, keyFrames: 1, least: 0), Network(loss: 0.2, keyFrames: 1, least: 0),
            Network(loss: 0.05, keyFrames: 25, burst: 20, least: 0),
            Network(loss: 0.05, keyFrames: 1, burst: 20, least: 0),
        ]
        : [
            Network(loss: 0.02, keyFrames: 25, least: 0.05), Network(loss: 0.05, keyFrames: 1, least: 0.1),
            Network(loss: 0.05, keyFrames: 5, burst: 10, transport: .tcp, least: 0.1),
        ]

    /// Tells pictures apart, and fast enough not to lose packets over it (FNV-1a, by words of eight pixels).
    private func sum(of image: LumaImage) -> UInt64 {
        image.pixels.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325
            for word in bytes.bindMemory(to: UInt64.self) { sum = (sum ^ word) &* 0x100_0000_01b3 }
            return sum
        }
    }

    @Test(arguments: networks)
    func `no smeared picture comes through, however many packets are lost`(network: Network) throws {
        let media = try Media()
        let files = try TemporaryFolder()
        let size = Self.isLong ? "1280x720" : "640x360"
        let clip = try media.make(
            "a.h264", "-f lavfi -i testsrc2=size=\(size):rate=25:duration=3,noise=alls=8:allf=t",
            "-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -bf 0 -slices 1",
            "-g \(network.keyFrames) -b:v \(Self.isLong ? "4M" : "1M") -bsf:v h264_metadata=aud=insert")
        // What the clip decodes to with nothing lost: whoever comes through must be one of these, to the bit.
        let whole = try FFmpegSource(SourceAddress(clip))
        var clean: Set<UInt64> = []
        while let frame = try whole.nextFrame(where: { _ in true }) { clean.insert(sum(of: frame.image)) }
        #expect(clean.count == 75)

        let camera = try Camera(clip, in: files)
        let relay = try BadNetwork(to: camera, "--loss", "\(network.loss)", "--burst", "\(network.burst)")
        let source = try FFmpegSource(SourceAddress(relay.url), settings: CaptureSettings(transport: network.transport))
        var whatCame = 0
        var smeared = 0
        // Counted in what the camera sent, not in time: the machine may be slow.
        let enough = Self.isLong ? 500 : 75
        while Int(source.decoded) + source.health.damagedPictures < enough {
            let frame: Frame?
            do {
                frame = try source.nextFrame(where: { _ in true })
            } catch let error as CaptureError where error.isStall {
                // Not one key frame came through whole.
                break
            }
            guard let frame else { break }
            whatCame += 1
            if !clean.contains(sum(of: frame.image)) { smeared += 1 }
        }
        let all = Int(source.decoded) + source.health.damagedPictures
        if Self.isLong {
            print(
                "FIGURE \(network.testDescription): \(whatCame) of \(all) pictures came through, \(smeared) smeared,"
                    + " \(source.health)")
        }
        #expect(smeared == 0)
        #expect(Double(whatCame) >= network.least * Double(all))
        #expect(network.loss == 0 || source.health.losses > 0)
    }
}
