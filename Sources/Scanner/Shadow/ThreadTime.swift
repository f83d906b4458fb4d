#if canImport(Glibc)
    import Glibc
#endif

/// Processor time of the calling thread, and how much of it others leave it.
enum ThreadTime {
    /// Milliseconds since the thread began.
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Runs `body` with the least priority there is, where the system lets us: everything else goes first.
    static func yielding<Result>(_ body: () throws -> Result) rethrows -> Result {
        // Of this thread, as Linux takes it.
        let process = Int32(PRIO_PROCESS.rawValue)
        errno = 0
        let before = getpriority(process, 0)
        let isKnown = before != -1 || errno == 0
        _ = setpriority(process, 0, 19)
        defer { if isKnown { _ = setpriority(process, 0, before) } }
        return try body()
    }
}
