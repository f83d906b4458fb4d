import Records

/// How a camera stands now. A hub decides it in one place, and everybody who shows it asks there (`History.standings`).
public struct CameraStanding: Sendable, Equatable {
    public enum State: String, Sendable, CaseIterable {
        /// Its scanner runs, and no picture has come yet.
        case starting
        case reading
        /// Its scanner runs, and plates are missed: `cause` says why.
        case blind
        case notRunning = "not_running"
        /// Its scanner is there and does nothing.
        case hung
        /// Nobody knows whether its scanner runs: nothing of it is on this machine but a log; or, with a cause, its site says nothing.
        case silent
        /// It was taken away.
        case removed
    }

    public var state: State
    /// Why; nil where nobody knows or it needs no reason. A gap's cause, or one of those below.
    public var cause: String?
    /// Since when it has not seen, or has seen; of a silent one its last sign.
    public var since: WallTime?
    /// More about the cause, for people, as the rest of a sentence.
    public var detail: String?

    public init(_ state: State, cause: String? = nil, since: WallTime? = nil, detail: String? = nil) {
        self.state = state
        self.cause = cause
        self.since = since
        self.detail = detail
    }

    /// Whether plates are seen and written down; nil where nobody knows, and of one that was taken away.
    public var isSeeing: Bool? {
        switch state {
        case .reading: true
        case .starting, .blind, .notRunning, .hung: false
        case .silent: cause == nil ? nil : false
        case .removed: nil
        }
    }

    /// The gap that lasts because of it, as its log would tell it; nil where there is none, or nobody knows when it began.
    public var gap: Gap? {
        guard isSeeing == false, let since else { return nil }
        let cause: Gap.Cause =
            switch state {
            case .blind: cause.map { Gap.Cause(rawValue: $0) } ?? .lost
            case .hung: .hung
            case .silent: .siteSilent
            default: .notRunning
            }
        return Gap(id: "now-\(cause.rawValue)-\(since.milliseconds)", cause: cause, start: since)
    }

    /// For people, without a time: `Blind: out of focus`.
    public var words: String {
        switch state {
        case .starting: "Starting"
        case .reading: "Reading"
        case .blind: "Blind: " + (cause.map { $0.replacing("_", with: " ") } ?? "lost")
        case .notRunning: "Not running"
        case .hung: "Hung"
        case .silent: "Silent"
        case .removed: "Removed"
        }
    }

    /// Whether people are told since when.
    public var tellsSince: Bool { since != nil && state != .reading && state != .removed && state != .starting }
}

extension Gap.Cause {
    /// The scanner hangs. A hub tells it while it lasts; no log has it.
    public static let hung = Gap.Cause(rawValue: "hung")
    /// The log cannot be written. A hub tells it while it lasts; no log has it.
    public static let unwritable = Gap.Cause(rawValue: "log_unwritable")
    /// The camera's site says nothing. A centre tells it while it lasts; no log has it.
    public static let siteSilent = Gap.Cause(rawValue: "site_silent")
}
