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
        let words = Array(arguments.dropFirst())
        let command = try parseAsRoot(words)
        if type(of: command)._commandName == "help", let wrong = mistaken(words) {
            throw ValidationError(
                "\(wrong) is no option. What only looks like one goes behind a --, as in: -- \(wrong)")
        }
        return command
    }

    /// The word that was taken for a wish for help since it has an h in it, as several short options in one; nil where help was asked for.
    private static func mistaken(_ words: [String]) -> String? {
        let words = words.prefix { $0 != "--" }
        if words.contains(where: { $0.hasPrefix("--") || ["-h", "-help", "help"].contains($0) }) { return nil }
        return words.first { $0.hasPrefix("-") && $0.count > 2 && $0.contains("h") }
    }
}
