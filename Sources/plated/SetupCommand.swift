import ArgumentParser
import Basics
import CameraSetup
import Records
import Service

#if canImport(Glibc)
    import Glibc
#endif

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Answer one question of the console about a camera that is being set up; for plated-probe@.service.",
        discussion: """
            The question comes on standard input, the answer goes to standard output. It checks what would be a camera's file, looks at
            a camera for some seconds, and tries settings on what was seen. Nothing is written. Where standard input is a socket, only
            this user and root are answered.
            """)

    @Option(help: .init("Where cameras' files are, for a hub by hand.", valueName: "folder"))
    var state: String?

    func run() throws {
        let peer = SetupSocket.peer(of: STDIN_FILENO)
        if let peer, peer != geteuid(), peer != 0 {
            throw Failure(
                .unavailable, while: "answering a question about a camera",
                because: "it came from another user (\(peer)) than this one and root")
        }
        let channel = PartChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        guard let question = try channel.object(SetupQuestion.self) else {
            // Who connects and goes away again has asked nothing.
            if peer != nil { return }
            throw Failure(
                .usage, while: "answering a question about a camera", because: "none came on standard input",
                remedy: "The console asks through plated-probe.socket; plated check and plated probe are for people.")
        }
        do {
            try SetupAnswer(question, root: state.map { .folder($0) } ?? .system, channel: channel).give()
            try channel.send(Part(PartHead(.end, bytes: 0), bytes: []))
        } catch {
            // What went wrong is for whoever asks, without secrets, and not for the journal.
            let text = Array(Secrets.hidden(in: "\(Failure(error))").utf8)
            // Where nobody listens any more, nobody is told.
            do { try channel.send(Part(PartHead(.failure, bytes: text.count), bytes: text)) } catch { return }
        }
    }
}
