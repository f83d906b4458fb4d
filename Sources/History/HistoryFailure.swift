import Basics

/// What was being done with a history, why it failed, and what to do.
public struct HistoryFailure: ToldError, Equatable {
    public enum Cause: Equatable, Sendable {
        /// The file is no longer what SQLite wrote, in whole or in part.
        case damaged
        /// The file is something else: no database, or that of another program.
        case foreign
        /// A later version of this program made it.
        case newer
        /// Another process writes, and went on for longer than we wait.
        case busy
        /// The disk is full, or does not take what is written.
        case disk
        /// The file was deleted beneath us, or another one took its place: what is done with it is done to nothing.
        case replaced
        /// There is no file, or it may not be opened.
        case missing
        /// The server is not there, or does not let us in.
        case away
        /// What was asked for makes no sense.
        case question
        /// Somebody else has stored what this did not know of.
        case overtaken
        case other
    }

    public let action: String
    public let reason: String
    public let remedy: String
    public let cause: Cause

    package init(_ action: String, reason: String, remedy: String = "", cause: Cause) {
        self.action = action
        self.reason = reason
        self.remedy = remedy
        self.cause = cause
    }

    public var status: ExitStatus {
        switch cause {
        case .damaged, .foreign, .newer: .badData
        case .busy, .overtaken, .replaced: .temporary
        case .away: .unavailable
        case .disk: .inputOutput
        case .missing: .noInput
        case .question: .usage
        case .other: .software
        }
    }

    /// Whether the same may succeed another time, without anybody mending the history.
    public var mayPass: Bool { [.busy, .disk, .away].contains(cause) }

    package static func overtaken(_ action: String) -> HistoryFailure {
        HistoryFailure(action, reason: "somebody else has stored more meanwhile", cause: .overtaken)
    }

    /// The same of another action.
    package func of(_ action: String) -> HistoryFailure {
        HistoryFailure(action, reason: reason, remedy: remedy, cause: cause)
    }
}
