import CProcess
import Logging
import Records

#if canImport(Glibc)
    import Glibc
#endif

extension ClockTrust {
    /// Trust in this machine's clock.
    package static func ofMachine(log: Logger) -> ClockTrust {
        ClockTrust(from: .now, log: log) { ClockSynchronisation.isKnown }
    }
}

/// Whether somebody keeps the machine's clock right. Where a service may not ask the kernel, the file of systemd-timesyncd tells.
enum ClockSynchronisation {
    /// Touched whenever the clock was compared, at least every 34 minutes as timesyncd is shipped.
    private static let file = "/run/systemd/timesync/synchronized"
    /// For so long, in seconds.
    private static let life = 3600

    static var isKnown: Bool {
        isKnown(byKernel: plated_clock_is_synchronised(), file: file, at: time(nil))
    }

    /// - Parameters:
    ///   - answer: the kernel's: 1 or 0; -1 for none.
    ///   - now: in seconds since 1970. A clock that somebody has set since is far from the file's time.
    static func isKnown(byKernel answer: Int32, file: String, at now: Int) -> Bool {
        guard answer < 0 else { return answer > 0 }
        var status = stat()
        return stat(file, &status) == 0 && abs(now - status.st_mtim.tv_sec) < life
    }
}
