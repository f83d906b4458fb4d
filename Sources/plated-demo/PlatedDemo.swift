import ALPR
import ArgumentParser
import Plates
import TestSupport

@main
struct PlatedDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated-demo",
        abstract: "Render a clip of made-up vehicles with made-up plates, to try plated on.",
        discussion: """
            The clip is written as YUV4MPEG2, 1280 × 720 at 25 frames a second, to a file or to a pipe:

              plated-demo --output demo.y4m
              plated-demo | ffmpeg -i - -pix_fmt yuv420p demo.mp4

            With --plates it shows the plates of a file instead, in grey, one a line and one after the other:

              plated-demo --plates plates.txt --size 640x360 --rate 10 --pause 6 --shown 26 | ffmpeg -i - endless.h264

            With --passages it shows vehicles that pass at 5 to 120 km/h, 1920 × 1080 at 25 frames a second, and a still, noisy road
            between them. --list tells them, one JSON object a line:

              plated-demo --passages 10 --light night --seed 7 | ffmpeg -i - passages.mp4
            """)

    @Option(name: .shortAndLong, help: .init("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print what the clip shows, one plate a line, and render nothing.")
    var list = false

    @Option(help: .init("Show the plates in this file, one a line: A-Z, 0-9, space, dash and •.", valueName: "file"))
    var plates: String?

    @Option(help: .init("Size of the picture, with --plates.", valueName: "width x height"))
    var size = "640x360"

    @Option(help: .init("Frames a second, with --plates.", valueName: "n"))
    var rate = 10

    @Option(help: .init("Frames without a plate before each one, with --plates.", valueName: "n"))
    var pause = 6

    @Option(help: .init("Frames that show each plate, with --plates.", valueName: "n"))
    var shown = 26

    @OptionGroup(title: "Passages") var passing: PassageOptions

    func run() throws {
        if let sequence = try passing.sequence {
            if plates != nil { throw ValidationError("--plates and --passages: give one of them") }
            if list { return try passing.list(sequence) }
            let settings = sequence.settings
            return try write(
                Y4M(settings.width, settings.height, settings.framesPerSecond, colours: false),
                count: sequence.frameCount
            ) { [sequence.frame($0)] }
        }
        if let plates {
            let sequence = try sequence(of: plates)
            if list {
                for plate in sequence.plates { print(plate.plateCharacters) }
                return
            }
            let settings = sequence.settings
            return try write(
                Y4M(settings.width, settings.height, settings.framesPerSecond, colours: false),
                count: sequence.frameCount
            ) { [sequence.frame($0)] }
        }
        let clip = DemoClip()
        if list {
            for plate in clip.plates { print(plate) }
            return
        }
        try write(Y4M(clip.width, clip.height, clip.framesPerSecond, colours: true), count: clip.frameCount) {
            let frame = clip.frame($0)
            return [frame.grey, frame.blue, frame.red]
        }
    }

    private func write(_ clip: Y4M, count: Int, planes: (Int) -> [LumaImage]) throws {
        let file = try OutputFile(path: output)
        try file.write(clip.header)
        for number in 0..<count { try file.write(Y4M.frame(planes(number))) }
        try file.close()
    }

    private func sequence(of file: String) throws -> PlateSequence {
        var settings = PlateSequence.Settings()
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (64...8192).contains($0) }) else {
            throw ValidationError("--size \(size): give width and height in pixels, such as 640x360")
        }
        guard (1...120).contains(rate), pause >= 0, shown >= 1 else {
            throw ValidationError("--rate is 1 to 120, --pause 0 or more, --shown 1 or more")
        }
        (settings.width, settings.height) = (sides[0], sides[1])
        (settings.framesPerSecond, settings.pause, settings.shown) = (rate, pause, shown)
        return PlateSequence(plates: try PlateList.read(file), settings: settings)
    }
}
