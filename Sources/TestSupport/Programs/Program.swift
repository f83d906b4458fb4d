import Foundation

/// A built program, run as a user would, with nothing of what the machine's user has set.
public struct Program {
    public struct Failure: Error {
        public let message: String

        public init(message: String) { self.message = message }
    }

    public struct Result: Sendable {
        public var status: Int32
        public var output: String
        public var errors: String

        /// The events' plates.
        public var plates: [String] {
            output.split(separator: "\n").compactMap { line in
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return object?["plate"] as? String
            }
        }
    }

    /// Of `plated`.
    public static var path: String {
        get throws { try path(of: "plated") }
    }

    /// Of a program of ours: beside the test bundle, where the build puts it.
    public static func path(of name: String) throws -> String {
        let bundle = Bundle.allBundles.map(\.bundlePath) + [CommandLine.arguments[0]]
        for start in bundle {
            var folder = URL(fileURLWithPath: start)
            for _ in 0..<4 {
                folder.deleteLastPathComponent()
                let candidate = folder.appendingPathComponent(name).path
                if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            }
        }
        throw Failure(message: "the program \(name) is not beside the tests")
    }

    /// Starts `plated`, or another program; the caller ends it.
    ///
    /// - Parameters:
    ///   - environment: beside what `Surroundings` leaves.
    ///   - output: where standard output goes; nowhere where none is given.
    public static func start(
        _ arguments: [String], program: String? = nil, environment: [String: String] = [:],
        output: (any ProgramOutput)? = nil, errors: (any ProgramOutput)? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try program ?? path)
        process.arguments = arguments
        process.environment = Surroundings.environment(environment)
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs the program to its end, and ends it where it takes longer than three minutes.
    public static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
        try run(arguments, environment: environment)
    }

    /// Runs a line of shell with the program as `$0` and the arguments as `$@`.
    public static func shell(_ line: String, _ arguments: String...) throws -> Result { try shell(line, arguments) }

    public static func shell(_ line: String, _ arguments: [String]) throws -> Result {
        try run(["-c", line, try path] + arguments, program: "/bin/sh")
    }

    /// - Parameter limit: seconds until it is ended.
    public static func run(
        _ arguments: [String], program: String? = nil, environment: [String: String] = [:], limit: Double = 180
    ) throws -> Result {
        // Files and not pipes: a full pipe would make the program wait for a reader that waits for it.
        let folder = try TemporaryFolder()
        let process = try start(
            arguments, program: program, environment: environment, output: folder.handle("output"),
            errors: folder.handle("errors"))
        if !eventually(within: limit, { !process.isRunning }) { process.terminate() }
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try folder.text("output"), errors: try folder.text("errors"))
    }
}

/// Where what a program says may go.
public protocol ProgramOutput {}

extension Pipe: ProgramOutput {}
extension FileHandle: ProgramOutput {}
