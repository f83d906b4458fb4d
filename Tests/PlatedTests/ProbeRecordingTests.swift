import ALPR
import Addresses
import Capture
import FFmpegCapture
import Foundation
import TestSupport
import Testing

/// `plated probe` on recordings: what it says is what `plated run` would report.
@Suite struct ProbeRecordingTests {
    /// Heights of a plate's characters, lowest and highest, as probe tells them.
    private func heights(_ text: String) throws -> [Double] {
        let words = try #require(text.firstMatch(of: /characters ([0-9.]+)(?: to ([0-9.]+))? pixels high/)).output
        return try [#require(Double(words.1)), #require(Double(words.2 ?? words.1))]
    }

    @Test func `a recording is probed to its end, as run reads it`() throws {
        let folder = try TemporaryFolder()
        // The plate comes after ten seconds, which is as long as a camera is looked at.
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 12, blank: 10.5, size: "1280x360")
        // It is in no hurry.
        let config = try folder.write("gate: {quicken: false}\n", to: "gate.yaml")
        let run = try Program.run("run", "-c", config, clip, "--explain", folder.file("run.ndjson"))
        let probe = try Program.run("probe", "-c", config, clip, "--explain", folder.file("probe.ndjson"))
        #expect(probe.status == 0, "\(probe.errors)")
        #expect(run.plates == [PlateClip.text])
        #expect(probe.output.contains("plates       1 read in "), "\(probe.output)")
        #expect(probe.output.contains("plate        \(PlateClip.text): read "))
        let found = try heights(probe.output)
        #expect(found[0] > 24 && found[1] < 32, "\(found)")

        // Line for line the same but for the time, which is that of the run where the recording says none.
        func outcomes(_ name: String) throws -> [String] {
            try folder.text(name).split(separator: "\n").map { line in
                let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                return ["frame_s", "outcome", "reason", "plate", "box"].map { "\(object[$0] ?? "-")" }
                    .joined(separator: " ")
            }
        }
        let outcomes = (try outcomes("run.ndjson"), try outcomes("probe.ndjson"))
        #expect(outcomes.0.contains { $0.contains("accepted") })
        #expect(outcomes.0 == outcomes.1)

        let short = try Program.run("probe", clip, "--seconds", "5")
        #expect(short.status == 0)
        #expect(short.output.contains("plates       none read in "), "\(short.output)")
        #expect(short.output.contains(#/pictures +12[0-9], /#), "\(short.output)")
    }

    @Test func `plates and light count in the region of interest only`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let config = try folder.write("roi: [0, 0, 0.2, 0.3]\n", to: "gate.yaml")
        let probe = try Program.run("probe", "-c", config, clip)
        #expect(probe.status == 0)
        #expect(probe.output.contains("plates       none read in "), "\(probe.output)")
        #expect(probe.output.contains(" of 255 in the region of interest\n"))
        #expect(!probe.output.contains(PlateClip.text))
        #expect(try Program.run("run", "-c", config, clip).plates == [])
    }

    @Test func `a photo is probed as it is read`() throws {
        let folder = try TemporaryFolder()
        let photo = try PlateClip.make("photo.png", in: folder)
        let probe = try Program.run("probe", photo)
        #expect(try Program.run("read", photo).plates == [PlateClip.text])
        #expect(probe.output.contains("plates       1 read in 1 picture\n"), "\(probe.output)")
        #expect(probe.output.contains("plate        \(PlateClip.text): read once, "))
    }

    @Test(arguments: ["seen.jpg", "seen.PNG"])
    func `the picture shows the plate, its box and its colours`(name: String) throws {
        let folder = try TemporaryFolder()
        let grey = try PlateClip.make("grey.mp4", in: folder)
        let clip = folder.file("clip.mp4")
        // A red street.
        try PlateClip.run("ffmpeg", ["-v", "error", "-i", grey, "-vf", "colorchannelmixer=rr=1:gg=.3:bb=.3", clip])
        let probe = try Program.run("probe", clip, "--picture", folder.file(name))
        #expect(probe.status == 0, "\(probe.errors)")
        var settings = CaptureSettings()
        settings.wantsColour = true
        let source = try FFmpegSource(SourceAddress(folder.file(name)), settings: settings)
        let frame = try #require(try source.nextFrame(where: { _ in true }))
        let image = try #require(frame.colour).rgb
        #expect(image.width == 640 && image.height == 360)
        func count(_ isWanted: (Int, Int, Int) -> Bool) -> Int {
            image.red.pixels.indices.count {
                isWanted(Int(image.red.pixels[$0]), Int(image.green.pixels[$0]), Int(image.blue.pixels[$0]))
            }
        }
        #expect(count { $0 > $1 + 30 && $0 > $2 + 30 } > 100_000)
        #expect(count { $1 > $0 + 80 && $1 > $2 + 60 } > 300)
        #expect(probe.output.contains("plate        \(PlateClip.text)"))
    }

    @Test
    func
        `an output is never put in another's place, and one that cannot be written is told before anything is looked at`()
        throws
    {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 0.4)
        let pipe = folder.file("pipe.png")
        #expect(mkfifo(pipe, 0o600) == 0)
        let refused = try Program.run("probe", clip, "--picture", pipe)
        #expect(refused.status == 74)
        #expect(refused.errors.contains("writing the picture \(pipe): nobody reads from it"), "\(refused.errors)")
        #expect(refused.output.isEmpty)
        let target = try folder.write("old", to: "target.bin")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.png"), withDestinationPath: target)
        #expect(try Program.run("probe", clip, "--picture", folder.file("link.png")).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.png")) == target)
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)).starts(with: [0x89, 0x50]))
        let unknown = try Program.run("probe", clip, "--picture", folder.file("seen.gif"))
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("--picture takes a file that ends in .jpg or .png"))
    }

    @Test func `a recording in which no picture can be decoded is bad data, and gets no advice`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
        let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
        let end = try #require(bytes.range(of: Data("moov".utf8), in: start..<bytes.endIndex)).lowerBound - 4
        bytes.replaceSubrange(start..<end, with: Data(count: end - start))
        let zeros = try folder.write(bytes, to: "zeros.mp4")
        let probe = try Program.run("probe", zeros)
        #expect(probe.status == 65)
        #expect(probe.output.isEmpty, "\(probe.output)")
        #expect(
            probe.errors.contains("\(zeros): there is no picture in it that can be decoded"),
            "\(probe.errors)")
    }
}
