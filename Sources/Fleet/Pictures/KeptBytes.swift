import Synchronization

/// The bytes of pictures that came since it was last looked whether all together are too many.
final class KeptBytes: Sendable {
    private let came = Mutex(0)

    /// - Parameter limit: of all of them. Much is a tenth of that.
    func isMuch(after bytes: Int, of limit: Int) -> Bool {
        came.withLock { came in
            came += bytes
            guard came > limit / 10 else { return false }
            came = 0
            return true
        }
    }
}
