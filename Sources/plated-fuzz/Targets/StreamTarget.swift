import ALPR
import Addresses
import Basics
import Capture
import FFmpegCapture
import Foundation
import Records
import Scanner
import TestSupport

/// A recording, or what a network camera sends: decoded, searched for plates, tracked and explained. It may fail, with an error of
/// capture's own.
enum StreamTarget {
    /// Of one input, so that a change of size falls among them.
    private static let mostPictures = 40

    static func make(seed path: String) throws -> FuzzTarget {
        let url = URL(fileURLWithPath: path)
        let seed = Array(try Data(contentsOf: url))
        let ending = url.pathExtension
        return FuzzTarget(
            name: url.lastPathComponent, seeds: [seed], dictionary: words, limit: max(64 * 1024, seed.count * 2),
            run: ending == "rtp" ? try session() : try file(ending: ending))
    }

    private static func file(ending: String) throws -> ([UInt8]) -> Void {
        let folder = try TemporaryFolder()
        return { input in
            // The last input's file is overwritten, and goes with the process.
            let path = folder.file("input." + ending)
            guard FileManager.default.createFile(atPath: path, contents: Data(input)) else {
                fatalError("writing \(path)")
            }
            scan(SourceAddress(path))
        }
    }

    private static func session() throws -> ([UInt8]) -> Void {
        let server = try HostileServer()
        return { input in
            server.serve(input)
            scan(SourceAddress("rtsp://127.0.0.1:\(server.port)/camera"))
        }
    }

    private static func scan(_ address: SourceAddress) {
        var settings = Recogniser.Settings()
        settings.plausibility.minimumDigits = 0
        var recogniser = Recogniser(
            localiser: RowLocaliser(), engine: ScriptedEngine(["AB12CD", "", "X1"]), settings: settings)
        func explain(_ recognition: Recognition) {
            for report in recognition.reports {
                let time = WallTime(milliseconds: report.time.sinceStart.milliseconds)
                let line = CandidateRecord(report, time: time, camera: "fuzz", file: address.location).line
                require(line.last == UInt8(ascii: "\n"), "an explanation without its end")
            }
        }
        do {
            var settings = CaptureSettings(stall: .seconds(2))
            settings.wantsColour = true
            let source = try FFmpegSource(address, settings: settings)
            var pictures = 0
            while pictures < mostPictures, let frame = try source.nextFrame(where: { _ in true }) {
                pictures += 1
                require(
                    frame.image.count == frame.image.width * frame.image.height, "a picture of another size")
                look(at: frame)
                explain(try recogniser.recognise(frame))
            }
            explain(recogniser.finish())
        } catch let error as CaptureError {
            require(!error.description.isEmpty, "an error without a word")
        } catch {
            require(false, "an error of no kind: \(error)")
        }
    }

    /// As a net does: colours of a part, at a size of its own.
    private static func look(at frame: Frame) {
        let colour = frame.anyColour
        require(colour.width == frame.image.width && colour.height == frame.image.height, "colours of another size")
        let middle = Box(
            x: Double(colour.width) / 3, y: Double(colour.height) / 3, width: Double(colour.width) / 2 + 1,
            height: Double(colour.height) / 2 + 1)
        guard let part = PixelBox(middle, in: colour.width, colour.height) else { return }
        require(colour.resized(part, width: 32, height: 16).green.count == 32 * 16, "colours of no size")
        require(colour.cropped(to: middle).red.width <= colour.width, "more than there is")
    }

    /// Start codes and markers of what cameras send, and of the containers.
    private static let words: [[UInt8]] =
        [
            [0, 0, 0, 1, 0x67], [0, 0, 0, 1, 0x68], [0, 0, 0, 1, 0x65], [0, 0, 0, 1, 0x06], [0, 0, 0, 1, 0x40],
            [0, 0, 0, 1, 0x42], [0, 0, 3], [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0xC0], [0xFF, 0xC2], [0xFF, 0xDA],
            [0xFF, 0xC4], [0xFF, 0xE1], [0x47, 0x40, 0, 0x10], [0x24, 0, 0, 0], [0x24, 1, 0xFF, 0xFF],
            [0x80, 96], [0x7C, 0x85], [0x7C, 0x45], [0x78], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0],
            [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0],
        ]
        + [
            "moov", "trak", "tkhd", "stts", "stsz", "stco", "ctts", "elst", "avc1", "avcC", "hvcC", "mdat", "RIFF",
            "idx1", "movi",
            "00dc", "strf", "sprop-parameter-sets=", "a=rtpmap:96 ", "a=framesize:96 320-240", "a=range:npt=0-",
            "packetization-mode=2",
        ]
        .map { Array($0.utf8) }
}
