import ArgumentParser
import Service

/// The program: one subcommand each for scanning, reading files, checking a configuration, looking at a camera
/// and installing nets.
@main
struct Plated: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated",
        abstract: "Reads number plates from a camera or a recording and writes every accepted one as a line of JSON.",
        discussion: """
            Try it on a recording:        plated run clip.mp4
            Or on a camera:               plated run rtsp://192.0.2.10/stream
                                          plated run /dev/video0
            As a service, one a camera:   systemctl enable --now plated@gate   (reads /etc/plated/gate.yaml)

            Events go to standard output or the configured log, talk to standard error.
            Exit codes: 0 done, 1 no plate found (read) or a log not whole (verify), 64 usage, 65 bad data, 66 no input, 69 unavailable,
            74 input/output error, 75 another scanner writes to the log, 78 configuration, 130 stopped (models, tune).
            """,
        version: "plated 0.1.0",
        subcommands: [
            RunCommand.self, ReadCommand.self, CheckCommand.self, ProbeCommand.self, EvalCommand.self, TuneCommand.self,
            ModelsCommand.self, VerifyCommand.self, KeyCommand.self, SetupCommand.self,
            PicturesCommand.self,
        ])

    static func main() {
        StandardOutput.takeClosedPlaces()
        SingleThreadedOpenMP.ensure()
        do {
            var command = try begin()
            try command.run()
        } catch {
            end(with: error)
        }
    }
}
