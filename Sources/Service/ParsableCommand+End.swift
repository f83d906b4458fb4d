import ArgumentParser
import Basics

#if canImport(Glibc)
    import Glibc
#endif

extension ParsableCommand {
    /// Says what is to be said of an error, in the name of this program, and ends the process with the error's status.
    package static func end(with error: any Error) -> Never {
        if exitCode(for: error) == .success { end(answering: error) }
        if exitCode(for: error) == .validationFailure {
            say(fullMessage(for: error))
            Glibc.exit(ExitStatus.usage.rawValue)
        }
        let failure = Failure(error)
        for line in failure.description.split(whereSeparator: \.isNewline) { say("\(_commandName): \(line)") }
        Glibc.exit(failure.status.rawValue)
    }

    /// Prints what was asked for: help, the version, a script for a shell.
    private static func end(answering request: any Error) -> Never {
        do { try StandardOutput.write(fullMessage(for: request) + "\n") } catch { end(with: error) }
        Glibc.exit(0)
    }
}
