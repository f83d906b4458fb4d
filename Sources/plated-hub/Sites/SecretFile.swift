import Basics
import Glibc

/// A file with something secret in it: for its owner alone, where it is new.
struct SecretFile {
    let path: String

    /// What stands there until it is put in its place.
    var draft: String { "\(path).new" }

    init(_ path: String) {
        let real = realpath(path, nil)
        defer { free(real) }
        self.path = real.map { String(cString: $0) } ?? path
    }

    func write(_ text: String) throws(Failure) {
        try prepare(text)
        try commit()
    }

    /// Writes it beside its place, so that what would keep it from there shows now.
    func prepare(_ text: String) throws(Failure) {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        var old = stat()
        if stat(path, &old) == 0 {
            guard old.st_mode & S_IFMT == S_IFREG else {
                unlink(draft)
                throw Failure(.inputOutput, while: "writing \(path)", because: "it is no regular file")
            }
            // Who may read it stays as it was.
            let isOwned = fchown(descriptor, old.st_uid, old.st_gid) == 0
            guard fchmod(descriptor, old.st_mode & (isOwned ? 0o777 : 0o700)) == 0 else { throw failure }
        } else {
            guard fchmod(descriptor, 0o600) == 0 else { throw failure }
        }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { throw failure }
    }

    func commit() throws(Failure) {
        guard rename(draft, path) == 0 else { throw failure }
    }

    func discard() { unlink(draft) }

    private var failure: Failure {
        let reason = String(cString: strerror(errno))
        return Failure(
            .inputOutput, while: "writing \(path)", because: reason,
            remedy: "Look whether this user may write to its folder (run it as root), and whether there is room.")
    }
}
