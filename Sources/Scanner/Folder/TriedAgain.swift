/// Paths at which something failed: each is tried again an hour later.
struct TriedAgain {
    private static let patience = Duration.seconds(3600)

    /// By path: when it is tried again.
    private(set) var until: [String: ContinuousClock.Instant] = [:]
    /// Whether it was said, since there was none.
    private var isTold = false

    /// - Returns: whether it is to be said: of many at once one is enough.
    mutating func put(_ path: String, at instant: ContinuousClock.Instant) -> Bool {
        until[path] = instant + Self.patience
        defer { isTold = true }
        return !isTold
    }

    /// It went well, or is gone.
    mutating func remove(_ path: String) {
        until[path] = nil
        if until.isEmpty { isTold = false }
    }
}
