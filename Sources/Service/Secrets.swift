import Addresses
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The secrets of the process's arguments, environment and configuration. Nothing that it says may hold one.
///
/// The second line of defence: errors and log lines are made without them in the first place. Here also passes what others say:
/// FFmpeg, the argument parser, and whatever quotes a word from the command line.
package enum Secrets {
    private static let addresses = Mutex<[SourceAddress]>([])

    /// From now on nothing shows the secrets of this address.
    package static func add(_ address: SourceAddress) {
        addresses.withLock { if !$0.contains(address) { $0.append(address) } }
        if address.credentials?.password.isEmpty == false { leaveNoCore() }
    }

    package static func add(arguments: [String]) {
        for argument in arguments.dropFirst() where !SourceAddress.secrets(in: Array(argument.utf8)).isEmpty {
            add(SourceAddress(argument))
        }
    }

    /// The text with stars for every secret.
    package static func hidden(in text: String) -> String {
        addresses.withLock { $0 }.reduce(text) { $1.scrubbed($0) }
    }

    /// A crash leaves no image of the memory, which holds the password, and no entry in the journal, which would hold the
    /// environment (COREDUMP_ENVIRON of systemd-coredump).
    private static func leaveNoCore() {
        // Not 0, which Linux takes for no limit where cores go to a program: core(5).
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        // Refused inside the unit, which has the same limit.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}

/// Writes a line to standard error with one write, without secrets, and without what acts on a terminal.
package func say(_ line: String) {
    var text = Secrets.hidden(in: line).harmless + "\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
