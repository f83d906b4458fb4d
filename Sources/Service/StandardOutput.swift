import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The one way to standard output for what is no event: a command that cannot say what it found has failed.
package enum StandardOutput {
    /// - Parameter text: with its line ends.
    package static func write(_ text: String) throws(LogFailure) { try write(Array(text.utf8)) }

    /// - Parameter bytes: with their line ends.
    package static func write(_ bytes: [UInt8]) throws(LogFailure) {
        try LineFile(path: nil).append(bytes)
    }

    /// Takes the places of standard streams that are closed: else the next file that is opened, such as the log, would get the number
    /// and with it whatever is said to people.
    package static func takeClosedPlaces() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free. To be used the other way round, so that to write is still an error.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
