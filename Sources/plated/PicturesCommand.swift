import ArgumentParser
import Basics
import CameraConfiguration
import CameraSetup
import Logging
import Service

#if canImport(Glibc)
    import Glibc
#endif

struct PicturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pictures",
        abstract: "Read pictures that the hub hands over, one after the other; for plated-pictures.service.",
        discussion: """
            Answers at a socket: systemd's on standard input, or one of its own. Nothing of a picture is kept. A picture that takes too
            long ends the process, and systemd starts it for the next. Only this user and root are answered.
            """)

    /// Where the package expects it.
    static let usual = "/etc/plated/pictures.yaml"

    @Option(
        name: [.short, .customLong("config")],
        help: .init("Configuration file (YAML); \(usual), where it is there.", valueName: "file"))
    var config: String?

    @Option(help: .init("Listen at this path, in place of standard input.", valueName: "path"))
    var socket: String?

    @Option(help: .init("How long one picture may take; after that the process is ended.", valueName: "number"))
    var seconds = 20

    @Option(help: .init("End after so many seconds without a picture; 0 for never.", valueName: "number"))
    var idle = 0

    func validate() throws {
        guard (1...3600).contains(seconds) else { throw ValidationError("--seconds is from 1 to 3600") }
        guard (0...86_400).contains(idle) else { throw ValidationError("--idle is from 0 to 86400") }
    }

    func run() throws {
        var configuration = Configuration()
        if let path = config ?? (access(Self.usual, F_OK) == 0 ? Self.usual : nil) {
            let given: Set = ["source.url"]
            configuration = try ConfigurationFile(path: path, surroundings: .process(given: given)).checked()
        }
        let log = Logger.plated(level: configuration.log.level)
        let listener = try socket.map { try PictureSocket(path: $0) } ?? PictureSocket()
        let reader = try PictureReader(configuration, log: log)
        // Whoever asks may hang up.
        signal(SIGPIPE, SIG_IGN)
        log.info("waiting for pictures")
        let patience = idle > 0 ? idle : 86_400
        while true {
            guard let connection = try listener.next(within: patience, silence: 5) else {
                if idle > 0 { return }
                continue
            }
            serve(connection, reader: reader, log: log)
        }
    }

    private func serve(_ connection: Int32, reader: PictureReader, log: Logger) {
        let channel = PartChannel(input: connection, output: connection, isOwner: true)
        guard let peer = SetupSocket.peer(of: connection), peer == geteuid() || peer == 0 else {
            return log.warning("another user than this one and root has asked, and gets no answer")
        }
        do {
            // The kernel ends the process, whatever it hangs in.
            alarm(UInt32(seconds))
            defer { alarm(0) }
            guard let question = try channel.object(PictureQuestion.self), let part = try channel.part() else { return }
            try channel.send(reader.answer(question, about: part.bytes))
        } catch {
            // Whoever asked knows it, too.
            log.debug("\(Failure(error))")
        }
    }
}
