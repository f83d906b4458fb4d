import Basics
import Glibc

/// A file with something secret in it, which is written beside its place first and put there later: for its owner alone, where it is new.
struct SecretFile {
    let path: String
    /// Where it stands until then: beside its place, under a name that nobody else has.
    let draft: String

    init(_ path: String) {
        let real = realpath(path, nil)
        defer { free(real) }
        let place = real.map { String(cString: $0) } ?? path
        self.path = place
        let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
        draft = "\(folder).plated-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }

    /// Writes it beside its place, so that what would keep it from there shows now.
    func prepare(_ text: String) throws(Failure) {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        do throws(Failure) { try fill(descriptor, with: text) } catch {
            discard()
            throw error
        }
    }

    private func fill(_ descriptor: Int32, with text: String) throws(Failure) {
        var old = stat()
        if stat(path, &old) == 0 {
            guard old.st_mode & S_IFMT == S_IFREG else {
                throw Failure(.inputOutput, while: "writing \(path)", because: "it is no regular file")
            }
            // Who may read it stays as it was.
            let isOwned = fchown(descriptor, old.st_uid, old.st_gid) == 0
            guard fchmod(descriptor, old.st_mode & (isOwned ? 0o777 : 0o700)) == 0 else { throw failure }
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
