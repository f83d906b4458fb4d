import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// What was being done with a log, and why it failed.
public struct LogFailure: ToldError, Equatable {
    public enum Cause: Equatable, Sendable {
        /// An error number of the system.
        case system(Int32)
        /// Another process writes to it.
        case taken
        /// What is there is nothing to append lines to.
        case unfit
    }

    public let action: String
    public let reason: String
    public let cause: Cause

    init(_ action: String, reason: String, cause: Cause) {
        self.action = action
        self.reason = reason
        self.cause = cause
    }

    /// - Parameter code: the system's error number.
    init(_ action: String, code: Int32) {
        self.init(action, reason: String(cString: strerror(code)), cause: .system(code))
    }

    /// Whether nobody reads the other end any more, so that trying again is no use.
    public var isBroken: Bool { cause == .system(EPIPE) }

    /// Whether another process writes to the log.
    public var isTaken: Bool { cause == .taken }

    /// Whether the path is wrong, as opposed to a disk that is full, missing or read-only, which may change.
    var isMistake: Bool {
        cause == .unfit || [EISDIR, ENOTDIR, ENAMETOOLONG, ELOOP].contains { cause == .system($0) }
    }

    public var status: ExitStatus { isTaken ? .temporary : .inputOutput }
}
