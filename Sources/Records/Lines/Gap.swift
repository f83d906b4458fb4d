/// A time in which the scanner could not see.
public struct Gap: Sendable, Equatable {
    /// What keeps the scanner from seeing. A log of a later version may name others than these.
    public struct Cause: RawRepresentable, CaseIterable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The camera cannot be opened, or its stream ended.
        public static let lost = Cause(rawValue: "lost")
        /// The camera is there and sends nothing.
        public static let stalled = Cause(rawValue: "stalled")
        /// The camera sends the very same picture again and again.
        public static let frozen = Cause(rawValue: "frozen")
        /// Pictures come, and hardly one of them whole: packets are lost on the way.
        public static let damaged = Cause(rawValue: "damaged")
        /// The picture is too dark to see anything in it.
        public static let dark = Cause(rawValue: "dark")
        /// The picture is overexposed.
        public static let glare = Cause(rawValue: "glare")
        /// There is light and no detail: a covered, fogged or dirty lens.
        public static let covered = Cause(rawValue: "covered")
        /// Nothing in the picture is sharp.
        public static let outOfFocus = Cause(rawValue: "out_of_focus")
        /// What reads the plates is away. Logs of before an engine always read beside a server may have it.
        public static let unread = Cause(rawValue: "unread")
        /// The scanner itself was not running.
        public static let notRunning = Cause(rawValue: "not_running")

        /// Those that this version knows.
        public static let allCases: [Cause] = [
            .lost, .stalled, .frozen, .damaged, .dark, .glare, .covered, .outOfFocus, .unread, .notRunning,
        ]
    }

    /// The same in both records of the gap.
    public var id: String
    public var cause: Cause
    public var start: WallTime

    public init(id: String, cause: Cause, start: WallTime) {
        self.id = id
        self.cause = cause
        self.start = start
    }
}
