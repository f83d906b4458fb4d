import Basics
import GRDB

extension Failure {
    /// What went wrong with a file of SQLite beside the history; a failure is passed on as it is.
    ///
    /// - Parameter remedy: what helps where the file is damaged, or none of ours.
    public init(of error: any Error, while action: String, ifDamaged remedy: String) {
        if let failure = error as? Failure {
            self = failure
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(.software, while: action, because: "\(error)")
            return
        }
        let status: ExitStatus =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .temporary
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .badData
            default: .inputOutput
            }
        self.init(
            status, while: action, because: error.message ?? "SQLite says \(error.resultCode.rawValue)",
            remedy: status == .badData ? remedy : "")
    }
}
