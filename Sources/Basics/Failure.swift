/// The error of whatever needs none of its own.
public struct Failure: ToldError, Equatable {
    public var status: ExitStatus
    public var action: String
    public var reason: String
    public var remedy: String

    public init(_ status: ExitStatus, while action: String, because reason: String, remedy: String = "") {
        self.status = status
        self.action = action
        self.reason = reason
        self.remedy = remedy
    }

    /// A status with nothing to say: it has been said, or it speaks for itself.
    public init(_ status: ExitStatus) {
        self.init(status, while: "", because: "")
    }

    /// Any error: one that says nothing for people is a bug of ours.
    public init(_ error: any Error) {
        guard let told = error as? any ToldError else {
            self.init(.software, while: "", because: "\(error)")
            return
        }
        self.init(told.status, while: told.action, because: told.reason, remedy: told.remedy)
    }
}
