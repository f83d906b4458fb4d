#if canImport(Glibc)
    import Glibc
#endif

/// The processor time of the calling thread.
enum ThreadTime {
    /// Milliseconds since the thread began.
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
