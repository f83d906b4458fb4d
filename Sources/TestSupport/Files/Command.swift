import Foundation

/// A program that is run for what it does, such as mounting a disk.
public enum Command {
    /// Whether it could be started and ended with 0; what it says on standard error is not shown.
    public static func succeeds(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
