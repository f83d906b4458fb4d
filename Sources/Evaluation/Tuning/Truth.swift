/// Which plates count, in which recordings.
public struct Truth: Sendable, Equatable {
    /// Recordings that are counted together, since nobody said in which of them a plate is.
    public struct Scope: Sendable, Equatable {
        /// Numbers of the recordings.
        public var recordings: [Int]
        /// The plates, and how often each may be told.
        public var plates: [String: Int]
    }

    public var scopes: [Scope]
    /// Whether a person said so; else it is what several settings and several looks agree on.
    public var isGiven: Bool

    /// The same where only some of the recordings are left, which have numbers of their own then.
    public func of(recordings left: [Int]) -> Truth {
        let scopes = scopes.map { scope in
            Scope(recordings: scope.recordings.compactMap { left.firstIndex(of: $0) }, plates: scope.plates)
        }
        return Truth(scopes: scopes.filter { !$0.recordings.isEmpty }, isGiven: isGiven)
    }

    public var count: Int { scopes.reduce(0) { $0 + $1.plates.count } }

    /// Whether a text that was told in a recording counts; nil where nobody knows of that recording.
    func counts(_ text: String, in recording: Int) -> Bool? {
        scopes.first { $0.recordings.contains(recording) }.map { $0.plates[text] != nil }
    }
}
