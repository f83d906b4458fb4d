import ArgumentParser
import Basics
import CameraSetup
import Records
import Service

#if canImport(Glibc)
    import Glibc
#endif

struct ApplySettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply-settings",
        abstract: "Write one camera's settings for the console, and restart that camera; for plated-settings@.service.",
        discussion: """
            The request comes on standard input, the verdict goes to standard output. Only keys that the console may change can differ
            from the file that is there; it is checked as plated check does, and the file before is kept beside it (.before). Where
            standard input is a socket, only root and the owner of --peer are answered.
            """)

    @Option(help: .init("Where cameras' files are, for a hub by hand.", valueName: "folder"))
    var state: String?

    @Option(help: .init("The socket behind which plated setup checks files.", valueName: "socket"))
    var probe = "/run/plated-setup/probe.sock"

    @Option(help: .init("The program that enables and restarts plated@CAMERA.", valueName: "program"))
    var manager = "/usr/bin/systemctl"

    @Option(help: .init("Whose owner may ask; this user where none is given.", valueName: "folder"))
    var peer: String?

    func run() throws {
        let user = SetupSocket.peer(of: STDIN_FILENO)
        if let user, user != 0, user != allowed {
            throw Failure(
                .unavailable, while: "applying a camera's settings",
                because: "they came from another user (\(user)) than the hub's")
        }
        let channel = PartChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        guard let request = try channel.object(SettingsRequest.self) else {
            // Who connects and goes away again has asked for nothing.
            if user != nil { return }
            throw Failure(
                .usage, while: "applying a camera's settings", because: "none came on standard input",
                remedy: "The console sends them through plated-settings.socket; people edit the camera's file.")
        }
        let verdict = verdict(on: request)
        // The camera's name was checked, or nothing was done.
        if verdict.outcome != .refused {
            say("plated-hub: the settings of \(request.camera) are written: \(verdict.outcome.rawValue)")
        }
        // Where nobody listens any more, it is done all the same.
        do {
            try channel.send(.verdict, verdict)
            try channel.send(Part(PartHead(.end, bytes: 0), bytes: []))
        } catch { return }
    }

    private func verdict(on request: SettingsRequest) -> SettingsVerdict {
        do {
            let file = try SettingsFile(root: state.map { .folder($0) } ?? .system, request: request)
            try file.check(asking: SetupSocket(probe))
            let rest = try file.write()
            var verdict = CameraService(manager: manager, places: file.places).start(isNew: file.isNew)
            if let rest { verdict.detail += " " + rest }
            return verdict
        } catch let refusal as SettingsRefusal {
            return SettingsVerdict(.refused, refusal.reason, problems: refusal.problems)
        } catch {
            return SettingsVerdict(.refused, "Nothing was written. \(Failure(error))")
        }
    }

    private var allowed: uid_t {
        guard let peer else { return geteuid() }
        var status = stat()
        return stat(peer, &status) == 0 ? status.st_uid : 0
    }
}
