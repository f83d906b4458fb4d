import Records

#if canImport(Glibc)
    import Glibc
#endif

extension DeliveryFile {
    /// The latest time that a hub knows to have been, from before this start; nil where there was none.
    package static func lastKnown(_ path: String) -> WallTime? {
        [lastWritten(path), time(of: path + trusted)].compactMap { $0 }.max()
    }

    /// A clock that can be trusted says what time it is: a run whose clock is behind does not write over that.
    package static func markTrusted(_ path: String) {
        let descriptor = open(path + trusted, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { return }
        _ = futimens(descriptor, nil)
        close(descriptor)
    }

    private static let trusted = ".clock"

    /// When a hub last wrote something down there, by the clock of then: with every record that it delivers, so that a clock that was wrong is
    /// soon forgotten. Nil where none ever did.
    package static func lastWritten(_ path: String) -> WallTime? {
        // What was written since the last checkpoint is beside it; there is none after an end in order.
        time(of: path + "-wal") ?? time(of: path)
    }

    private static func time(of path: String) -> WallTime? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return WallTime(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
    }
}
