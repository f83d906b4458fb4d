import Service

#if canImport(Glibc)
    import Glibc
#endif

/// Makes sure that libgomp, which libtesseract brings, starts with one thread: with more, a reading takes ten times as long.
///
/// The library reads its environment before `main` runs, so setting a variable here comes too late: the process starts
/// itself again, once.
enum SingleThreadedOpenMP {
    static func ensure() {
        guard getenv("OMP_THREAD_LIMIT") == nil else { return }
        setenv("OMP_THREAD_LIMIT", "1", 1)
        ProcessArguments.startAgain()
        // Only reached where that fails, too, and then reading is slow but right.
    }
}
