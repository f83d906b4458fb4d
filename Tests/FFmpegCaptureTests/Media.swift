import Foundation
import TestSupport
import Testing

/// Media made with the ffmpeg program, in a folder that goes with the value.
final class Media {
    struct Failure: Error {
        let message: String
    }

    private let files: TemporaryFolder

    init() throws {
        files = try TemporaryFolder()
    }

    var folder: String { files.path }

    func path(_ name: String) -> String { files.file(name) }

    /// Runs ffmpeg with the arguments and the path of `name` after them; returns that path.
    func make(_ name: String, _ arguments: String...) throws -> String {
        // What is made of a file of the test's own is this test's alone, and a name with a % is many files.
        if name.contains("%") || arguments.contains(where: { $0.contains(folder) }) {
            try encode(arguments, to: path(name))
        } else {
            try MadeFiles.put(arguments, at: path(name)) { try encode(arguments, to: $0) }
        }
        return path(name)
    }

    private func encode(_ arguments: [String], to path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "error", "-nostdin", "-y"]
            + arguments.flatMap { $0.split(separator: " ").map(String.init) } + [path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: "ffmpeg: \(String(decoding: said, as: UTF8.self))")
        }
    }

    func write(_ data: Data, to name: String) throws -> String { try files.write(data, to: name) }
}
