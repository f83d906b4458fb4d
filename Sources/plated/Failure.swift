import ArgumentParser
import Basics
import Service

#if canImport(Glibc)
    import Glibc
#endif

extension Failure {
    /// Prints the message and ends the process.
    static func exit(with error: any Error) -> Never {
        if Plated.exitCode(for: error) == .success { exit(asking: error) }
        if Plated.exitCode(for: error) == .validationFailure {
            say(Plated.fullMessage(for: error))
            Glibc.exit(ExitStatus.usage.rawValue)
        }
        let failure = Failure(error)
        for line in failure.description.split(separator: "\n") { say("plated: \(line)") }
        Glibc.exit(failure.status.rawValue)
    }

    /// Prints what was asked for: help, the version, a script for a shell.
    private static func exit(asking request: any Error) -> Never {
        do { try StandardOutput.write(Plated.fullMessage(for: request) + "\n") } catch { exit(with: error) }
        Glibc.exit(0)
    }
}
