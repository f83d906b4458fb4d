import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// Whether the camera refused user and password at the start before this one, too: kept by systemd while the service restarts. The first refusal is
/// told at once, to whoever has just typed something.
struct RefusedLogin: Sendable {
    /// Nil where nobody starts the scanner again.
    let path: String?

    /// Notes that it did, and returns whether it had a moment ago. Where nothing is kept, it had not.
    func isRepeated(within time: Duration) -> Bool {
        guard let path else { return false }
        var status = stat()
        let age = stat(path, &status) == 0 ? Glibc.time(nil) - status.st_mtim.tv_sec : nil
        unlink(path)
        close(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        return age.map { 0...Int(time.seconds) ~= $0 } ?? false
    }

    /// The camera lets us in.
    func forget() {
        if let path { unlink(path) }
    }
}
