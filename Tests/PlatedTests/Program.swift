import Foundation
import TestSupport

/// The built program, run as a user would.
struct Program {
    struct Failure: Error {
        let message: String
    }

    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// The events' plates.
        var plates: [String] {
            output.split(separator: "\n").compactMap { line in
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return object?["plate"] as? String
            }
        }
    }

    /// Beside the test bundle, where the build puts it.
    static var path: String {
        get throws {
            let bundle = Bundle.allBundles.map(\.bundlePath) + [CommandLine.arguments[0]]
            for start in bundle {
                var folder = URL(fileURLWithPath: start)
                for _ in 0..<4 {
                    folder.deleteLastPathComponent()
                    let candidate = folder.appendingPathComponent("plated").path
                    if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
                }
            }
            throw Failure(message: "the plated program is not beside the tests")
        }
    }

    /// Starts the program; the caller ends it.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], output: Pipe? = nil, errors: Pipe? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs the program to its end, and ends it where it takes longer than a minute.
    static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
        try run(arguments, environment: environment)
    }

    /// Runs a line of shell with the program as `$0` and the arguments as `$@`.
    static func shell(_ line: String, _ arguments: String...) throws -> Result { try shell(line, arguments) }

    static func shell(_ line: String, _ arguments: [String]) throws -> Result {
        try run(["-c", line, try path] + arguments, program: "/bin/sh")
    }

    static func run(
        _ arguments: [String], program: String? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        // Files and not pipes: a full pipe would make the program wait for a reader that waits for it.
        let folder = try TemporaryFolder()
        let output = try folder.handle("output")
        let errors = try folder.handle("errors")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try program ?? path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let guardian = Thread {
            Thread.sleep(forTimeInterval: 60)
            if process.isRunning { process.terminate() }
        }
        guardian.start()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try folder.text("output"), errors: try folder.text("errors"))
    }
}

/// The repository's root, from this file's place in it.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
