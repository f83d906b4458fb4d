import ArgumentParser
import Basics

extension ParsableCommand {
    /// The command that the process's arguments name, still to be run. Secrets in the arguments are hidden first, and a reader of our
    /// output that goes away, or a file that may not grow, is from here on the error of a write and not the end of the process.
    public static func begin() throws -> any ParsableCommand {
        Signals.ignoreFailedWrites()
        let arguments = CommandLineSecrets.hide()
        Secrets.add(arguments: arguments)
        if arguments.isEmpty {
            throw Failure(.usage, while: "", because: "it was started without any argument, not even its own name")
        }
        return try parseAsRoot(Array(arguments.dropFirst()))
    }
}
