import Foundation
import TestSupport
import Testing

/// A server in Python that a test brings along, from the moment it says `ready` and its port; whoever started it ends it.
struct ReadyServer {
    let process: Process
    let port: Int

    /// - Parameter name: of the file of what it says.
    init(_ script: String, _ arguments: [String], saying name: String, in folder: TemporaryFolder) throws {
        let output = try folder.handle(name)
        let process = try Program.start(
            ["-c", script] + arguments, program: "/usr/bin/python3", output: output, errors: output)
        var port = 0
        try eventually {
            let line = try folder.text(name).wholeLines.first { $0.hasPrefix("ready ") }
            port = line.flatMap { Int($0.dropFirst(6)) } ?? 0
            return port != 0 || !process.isRunning
        }
        let said = try folder.text(name)
        try #require(port != 0, "\(said)")
        (self.process, self.port) = (process, port)
    }

    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
