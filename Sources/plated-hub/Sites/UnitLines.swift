import ArgumentParser
import Basics
import Foundation
import Service

/// What the hub's unit needs beside the package's to reach a broker, and to read what is secret.
struct UnitLines {
    private static let note = "# Written by plated-hub join."
    private static let folder = "/etc/systemd/system/plated-hub.service.d"

    /// Of the file.
    let name: String
    /// Names of systemd's credentials, and their files.
    var credentials: [(name: String, path: String)]

    var text: String {
        let lines = credentials.map { "LoadCredential=\($0.name):\($0.path)\n" }.joined()
        return "[Service]\nIPAddressAllow=any\n\(lines)"
    }

    struct Options: ParsableArguments {
        @Option(
            help: .init(
                "Where to put what the hub's unit needs, in place of \(UnitLines.folder), where systemd runs the hub.",
                valueName: "folder"))
        var unitFolder: String?
    }

    /// Puts it where systemd takes it.
    ///
    /// - Parameter config: as it was given.
    /// - Returns: what is left to do for somebody.
    func put(_ options: Options, config: String?) throws -> String {
        let restart = "sudo systemctl restart plated-hub"
        let usual = config == nil || config == HubFile.usual
        let isSystemd = usual && geteuid() == 0 && FileManager.default.fileExists(atPath: "/run/systemd/system")
        guard let folder = options.unitFolder ?? (isSystemd ? Self.folder : nil) else {
            return "sudo systemctl edit plated-hub, with these lines, and \(restart)\n\n\(text)"
        }
        let path = "\(folder)/\(name)"
        let old = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        guard old?.hasPrefix(Self.note) ?? true else {
            return "\(path) is of somebody else. See that these lines are in it, and \(restart)\n\n\(text)"
        }
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw Failure(.inputOutput, while: "making the folder \(folder)", because: error.localizedDescription)
        }
        try WholeFile(path, as: "what the unit needs").write(Array("\(Self.note)\n\(text)".utf8))
        if options.unitFolder == nil { try OtherProgram(["systemctl", "daemon-reload"]).run() }
        return "\(restart)\n"
    }
}
