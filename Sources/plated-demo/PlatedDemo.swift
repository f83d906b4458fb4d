import ArgumentParser
import TestSupport

@main
struct PlatedDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated-demo",
        abstract: "Render a clip of made-up vehicles with made-up plates, to try plated on.",
        discussion: """
            The clip is written as YUV4MPEG2, grey, 1280 × 720 at 25 frames a second, to a file or to a pipe:

              plated-demo --output demo.y4m
              plated-demo | ffmpeg -i - -pix_fmt yuv420p demo.mp4
            """)

    @Option(name: .shortAndLong, help: .init("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print the plates that the clip shows, one a line, and render nothing.")
    var list = false

    func run() throws {
        let clip = DemoClip()
        if list {
            for plate in clip.plates { print(plate) }
            return
        }
        let file = try OutputFile(path: output)
        try file.write(Y4M.header(width: clip.width, height: clip.height, framesPerSecond: clip.framesPerSecond))
        for number in 0..<clip.frameCount { try file.write(Y4M.frame(clip.frame(number))) }
        try file.close()
    }
}
