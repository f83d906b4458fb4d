import GRDB

extension HistoryFailure {
    static let rebuild =
        "Make it anew from the logs: `plated-hub rebuild`. What the logs no longer have is only in the old file, which is kept."

    /// What SQLite says, in our words.
    init(_ action: String, path: String, _ error: any Error) {
        if let failure = error as? HistoryFailure {
            self = failure
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(action, reason: "\(error)", cause: .other)
            return
        }
        let message = error.message ?? "\(error.extendedResultCode)"
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(
                action, reason: "\(path) is no database", remedy: Self.rebuild, cause: .foreign)
        case .SQLITE_CORRUPT:
            self.init(action, reason: "\(path) is damaged (\(message))", remedy: Self.rebuild, cause: .damaged)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                action, reason: "another process writes to \(path)",
                remedy: "Try again; where it stays so, look for a second plated-hub with the same history.",
                cause: .busy)
        case .SQLITE_FULL, .SQLITE_IOERR:
            self.init(
                action, reason: "the disk of \(path) does not take it (\(message))",
                remedy: "Make room on the disk, or mend it. The logs keep what is new until then.", cause: .disk)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
            self.init(
                action, reason: "\(path) cannot be opened (\(message))",
                remedy: "Look whether it is there, and whether this user may write to it and to its folder.",
                cause: .missing)
        default:
            self.init(action, reason: "\(path): \(message)", cause: .other)
        }
    }
}
