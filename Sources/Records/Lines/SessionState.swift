/// How things stand with a session. A log of a later version may name others than these.
public struct SessionState: RawRepresentable, CaseIterable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It came in and has not left.
    public static let open = SessionState(rawValue: "open")
    /// It came in and left.
    public static let ended = SessionState(rawValue: "ended")
    /// It came in, and so long ago that its exit must have been missed.
    public static let forgotten = SessionState(rawValue: "forgotten")
    /// It came in, and then came in again: its exit was missed.
    public static let exitMissed = SessionState(rawValue: "exit_missed")
    /// It left, and nobody saw it come in.
    public static let entryMissed = SessionState(rawValue: "entry_missed")
    /// It never was: its exit belongs to another one, or somebody said so.
    public static let withdrawn = SessionState(rawValue: "withdrawn")

    /// Those that this version knows.
    public static let allCases: [SessionState] = [.open, .ended, .forgotten, .exitMissed, .entryMissed, .withdrawn]
}

/// Why a session has a new record. A log of a later version may name others than these.
public struct SessionChange: RawRepresentable, CaseIterable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let began = SessionChange(rawValue: "began")
    /// Whatever its end was.
    public static let ended = SessionChange(rawValue: "ended")
    /// It lasts longer than it may.
    public static let overstay = SessionChange(rawValue: "overstay")
    /// What was said before turned out to be something else.
    public static let corrected = SessionChange(rawValue: "corrected")

    /// Those that this version knows.
    public static let allCases: [SessionChange] = [.began, .ended, .overstay, .corrected]
}

/// What says that an entry and an exit are of one vehicle. A log of a later version may name others than these.
public struct SessionMatch: RawRepresentable, CaseIterable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Both have the same text.
    public static let exact = SessionMatch(rawValue: "exact")
    /// A text of the one was voted for in the other.
    public static let candidate = SessionMatch(rawValue: "candidate")
    /// Their texts are alike, and nothing else there is more so.
    public static let alike = SessionMatch(rawValue: "alike")
    /// Somebody said so.
    public static let byHand = SessionMatch(rawValue: "by_hand")

    /// Those that this version knows.
    public static let allCases: [SessionMatch] = [.exact, .candidate, .alike, .byHand]
}
