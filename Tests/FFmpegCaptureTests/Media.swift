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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "error", "-nostdin", "-y"]
            + arguments.flatMap { $0.split(separator: " ").map(String.init) } + [path(name)]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: "ffmpeg: \(String(decoding: said, as: UTF8.self))")
        }
        return path(name)
    }

    func write(_ data: Data, to name: String) throws -> String { try files.write(data, to: name) }
}
