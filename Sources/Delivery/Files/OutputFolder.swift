import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// The folder that a destination writes its files to. Somebody else makes it, and it may come late: a disk that is not mounted yet.
struct OutputFolder: Sendable {
    /// How often somebody looks for a folder that is not there.
    private static let pause = Duration.seconds(5)

    let path: String

    /// Why nothing can be written there; nil where it is a folder.
    var trouble: String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno
            return reason == ENOENT
                ? "there is no folder \(path): make or mount it" : "\(path): \(String(cString: strerror(reason)))"
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return "\(path) is no folder" }
        guard access(path, W_OK | X_OK) == 0 else {
            return "\(path) cannot be written to (\(String(cString: strerror(errno)))): give it to the hub's user"
        }
        return nil
    }

    /// See `Destination.watch`.
    func watch(_ tell: Watcher, on worker: Worker) async {
        await Lookout.watch(tell) { [self] in await worker.run { trouble } }
    }

    func check(of destination: String) throws(Failure) {
        guard let trouble else { return }
        throw Failure(
            .configuration, while: "opening the destination \(destination) (folder)", because: trouble,
            remedy: "It has to be there, for the hub's user to write to.")
    }

    /// Waits, and not for longer than a folder is away that is not there now.
    func rest(_ wait: Duration, on worker: Worker, sleep: (Duration) async throws -> Void) async throws {
        guard await worker.run({ trouble }) != nil else { return try await sleep(wait) }
        var rest = wait
        while rest > .zero {
            try await sleep(min(rest, Self.pause))
            rest -= Self.pause
            if await worker.run({ trouble }) == nil { return }
        }
    }
}
