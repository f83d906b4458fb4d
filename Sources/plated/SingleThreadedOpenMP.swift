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
        guard getenv("OMP_THREAD_LIMIT") == nil, let arguments = ProcessArguments.inPlace else { return }
        setenv("OMP_THREAD_LIMIT", "1", 1)
        // By its own path: started as /proc/self/exe, the process would be called `exe` in ps and top.
        if let path = ProcessArguments.executable { execv(path, arguments) }
        // The file was replaced or deleted meanwhile, as by an update.
        execv("/proc/self/exe", arguments)
        // Only reached where that fails, too, and then reading is slow but right.
    }
}
