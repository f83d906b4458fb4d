import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// Holds a camera's name, so that no second scanner writes events under it in the same folder of logs.
///
/// A file beside the log, `.<camera>.lock`, that is locked while the value lives.
final class CameraLock {
    private let path: String
    private let descriptor: Int32

    /// - Returns: nil where the folder takes no such file; whether it takes a log is found out by who writes that.
    init?(camera: String, besideLog log: String) throws {
        let folder = log.lastIndex(of: "/").map { String(log[...$0]) } ?? ""
        path = "\(folder).\(camera).lock"
        guard let descriptor = try Self.locked(path, camera: camera, folder: folder) else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        unlink(path)
        // Also where a program that was just begun still holds what was open.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func locked(_ path: String, camera: String, folder: String) throws -> Int32? {
        while true {
            let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
            guard descriptor >= 0 else { return nil }
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                let isTaken = errno == EWOULDBLOCK
                close(descriptor)
                guard isTaken else { return nil }
                let place = folder.isEmpty ? "this folder" : folder
                throw Failure(
                    .temporary, while: "starting the camera \(camera)",
                    because: "another scanner with its log in \(place) has the same name; give one of them another"
                        + " (camera in the configuration, or --camera)")
            }
            // Whoever had it may have removed it between our opening and our locking it.
            var (here, there) = (stat(), stat())
            if fstat(descriptor, &here) == 0, stat(path, &there) == 0, here.st_dev == there.st_dev,
                here.st_ino == there.st_ino
            {
                return descriptor
            }
            close(descriptor)
        }
    }
}
