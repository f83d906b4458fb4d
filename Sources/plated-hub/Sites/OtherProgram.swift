import Basics
import Foundation

/// A program that is run to its end; what it says goes to standard error.
struct OtherProgram {
    let words: [String]

    init(_ words: [String]) { self.words = words }

    func run() throws(Failure) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Our threads have signals blocked, and would hand that on.
        process.arguments = ["--default-signal"] + words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.standardError
        let action = "running \(words.joined(separator: " "))"
        do { try process.run() } catch {
            throw Failure(.unavailable, while: action, because: error.localizedDescription)
        }
        process.waitUntilExit()
        let status = process.terminationStatus
        guard process.terminationReason == .exit, status == 0 else {
            throw Failure(
                .unavailable, while: action,
                because: status == 127 ? "there is no such program" : "it ended with \(status)")
        }
    }
}
