import Records

/// What a log is worth as evidence.
public struct LogReport: Sendable {
    /// Files, in the order in which they were written.
    public internal(set) var files: [String]
    /// Names of the cameras whose lines are in it.
    public internal(set) var cameras: [String] = []
    public internal(set) var lines = 0
    public internal(set) var first: WallTime?
    public internal(set) var last: WallTime?
    public internal(set) var seals = 0
    /// The public keys that sealed it, in the order in which they did.
    public internal(set) var keys: [PublicKey] = []
    /// Of the last seal.
    public internal(set) var sealed: WallTime?
    public internal(set) var isStopped = false
    /// Lines behind the last seal.
    public internal(set) var unsealed = 0
    public internal(set) var forgotten = 0
    /// Those of them that nobody signed.
    public internal(set) var unsignedForgotten = 0
    public internal(set) var torn = 0
    /// Pictures that are as they were written; nil where nobody asked.
    public internal(set) var pictures: Int?
    public internal(set) var findings: [Finding] = []
    /// What one has to know, and what is no sign of anything being wrong.
    public internal(set) var notes: [String] = []

    public var isWhole: Bool { findings.isEmpty }
}
