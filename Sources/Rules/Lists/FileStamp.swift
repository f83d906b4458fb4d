import Records

#if canImport(Glibc)
    import Glibc
#endif

/// By which a file that changed is told.
struct FileStamp: Equatable {
    /// Nanoseconds of the time of writing by which a file is known that had all of its text before it had its name. Whatever is written to it
    /// afterwards gets the system's time instead. Whole hundreds of them: some file systems keep no less.
    private static let whole = 314_159_200

    private let inode: UInt64
    private let size: Int64
    /// When it was written, and when anything was done to it: seconds and nanoseconds of each.
    private let written: [Int]

    /// Nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        written = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }

    /// Whether nobody has to wait for more of it.
    var isWhole: Bool { written[1] == Self.whole }

    /// How long ago anything was done to it, by the clock of its file system.
    func age(at now: WallTime) -> Duration {
        let changed = max(Self.milliseconds(written[0], written[1]), Self.milliseconds(written[2], written[3]))
        return .milliseconds(now.milliseconds - changed)
    }

    private static func milliseconds(_ seconds: Int, _ nanoseconds: Int) -> Int64 {
        Int64(seconds) * 1000 + Int64(nanoseconds) / 1_000_000
    }

    /// Marks a file as whole: after its last byte, and before it gets its name. Where that fails, it counts a moment later.
    static func mark(_ descriptor: Int32) {
        let moment = timespec(tv_sec: time(nil), tv_nsec: whole)
        var times = [moment, moment]
        _ = futimens(descriptor, &times)
    }
}
