/// Folders that cannot be looked into: they are tried again every hour, and what lies in them is neither counted nor removed until then.
struct UnreadFolders {
    /// By path, from the folder of all on.
    private var later = TriedAgain()

    /// Whether a path leads to one of them, or to what lies in one.
    func hold(_ path: String) -> Bool { later.until.keys.contains { $0.isEmpty || "\(path)/".hasPrefix("\($0)/") } }

    /// - Returns: what to say, where it was not said yet: of a year that somebody else made there are many.
    mutating func put(
        _ path: String, because failure: EvidenceFailure, at instant: ContinuousClock.Instant
    ) -> String? {
        guard later.put(path, at: instant) else { return nil }
        return """
            \(failure.reason). What lies there is not counted and stays, however old and much it is; the rest goes as usual, and this is tried \
            again every hour. Look who may read there
            """
    }

    /// Those that are to be tried again now.
    func due(at instant: ContinuousClock.Instant) -> [String] {
        later.until.filter { $0.value <= instant }.keys.sorted()
    }

    /// It was looked into, or is gone.
    mutating func remove(_ path: String) { later.remove(path) }
}
