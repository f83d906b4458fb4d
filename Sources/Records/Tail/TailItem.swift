/// The next thing found in a log.
public enum TailItem: Sendable, Equatable {
    case line(TailedLine)
    /// The lines before and after it may not follow on one another.
    case interruption(Interruption)
}

/// One line of a log.
public struct TailedLine: Sendable, Equatable {
    /// As it stands there, with its newline; of one that is too long, the first `Record.longestLine` bytes.
    public let bytes: [UInt8]
    /// What it says, or what is wrong with it.
    public let record: Result<Record, LineFault>
    /// The place behind it.
    public let cursor: LogCursor
}

/// Why lines may be missing, or come again.
public enum Interruption: Sendable, Hashable, CustomStringConvertible {
    /// The file of the cursor is gone, and with it what had not been read. It goes on with the oldest file after it.
    case lost(path: String, offset: Int)
    /// The log was emptied, and there is no copy of it: what had not been read is gone. It goes on at the beginning.
    case emptied(path: String, offset: Int)
    /// What had been read is no longer what stands there. It is read again from the beginning: lines come twice.
    case rewritten(path: String, offset: Int)
    /// A rotated file cannot be read, or only in part. It goes on with the next.
    case unreadable(String)

    public var description: String {
        switch self {
        case .lost(let path, let offset):
            "the file of the log \(path) that was read up to byte \(offset) is gone; lines may be missing"
        case .emptied(let path, let offset):
            "the log \(path) was emptied when it was read up to byte \(offset); lines may be missing"
        case .rewritten(let path, let offset):
            "\(path) was changed before byte \(offset), up to which it was read; its lines are read again"
        case .unreadable(let reason): "\(reason); lines are missing"
        }
    }
}
