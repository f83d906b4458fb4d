import Basics
import Glibc

/// Holds a centre's sites for one command that changes them; others wait. The configuration, locked while the value lives: it is there, and
/// nothing here replaces it.
final class SitesLock {
    private let descriptor: Int32

    init(_ configuration: String) throws(Failure) {
        descriptor = open(configuration, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw Failure(.noInput, while: "opening \(configuration)", because: String(cString: strerror(errno)))
        }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw Failure(.inputOutput, while: "locking \(configuration)", because: reason)
            }
        }
    }

    deinit { close(descriptor) }
}
