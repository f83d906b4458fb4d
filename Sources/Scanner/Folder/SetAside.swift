/// What was to go from a folder and cannot be removed: for an hour it is left alone, and what is younger goes in its place.
struct SetAside {
    private var later = TriedAgain()

    func has(_ path: String, at instant: ContinuousClock.Instant) -> Bool {
        later.until[path].map { instant < $0 } ?? false
    }

    /// - Returns: what to say, where it was not said yet: a disk that nothing can be removed from has many.
    mutating func put(
        _ path: String, because failure: EvidenceFailure, at instant: ContinuousClock.Instant
    ) -> String? {
        guard later.put(path, at: instant) else { return nil }
        return """
            \(path) is too old or too much, and cannot be removed: \(failure.reason). What is younger goes in its place; this is tried again \
            every hour. Look who may write there
            """
    }

    /// It is gone.
    mutating func remove(_ path: String) { later.remove(path) }
}
