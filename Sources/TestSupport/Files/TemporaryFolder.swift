import Foundation

/// A folder that goes with the value.
public final class TemporaryFolder {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("plated-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            print("the folder \(path) of a test could not be removed: \(error)")
        }
    }

    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a text, making folders on the way to it; returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Data(text.utf8), to: name)
    }

    @discardableResult
    public func write(_ data: Data, to name: String) throws -> String {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        return file(name)
    }

    /// Writes a program for others to run; returns its path.
    ///
    /// Another process makes the file: what this one had open to write, a child that another thread starts just then holds for a moment, and
    /// the kernel runs no file that somebody writes to ("Text file busy").
    @discardableResult
    public func program(_ text: String, to name: String) throws -> String {
        let source = try write(text, to: "\(name).text")
        let installing = Process()
        installing.executableURL = URL(fileURLWithPath: "/usr/bin/install")
        installing.arguments = ["-m", "755", source, file(name)]
        installing.standardInput = FileHandle.nullDevice
        try installing.run()
        installing.waitUntilExit()
        guard installing.terminationStatus == 0 else { throw Program.Failure(message: "\(name) cannot be written") }
        try FileManager.default.removeItem(atPath: source)
        return file(name)
    }

    /// An empty file to write to.
    public func handle(_ name: String) throws -> FileHandle {
        try FileHandle(forWritingTo: URL(fileURLWithPath: write("", to: name)))
    }

    public func text(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }
}
