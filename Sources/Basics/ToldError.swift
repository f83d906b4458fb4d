/// An error that a person can act on: what was being done, why it failed, what to do, and the status that a process ends with for it.
///
/// The errors of all targets are of this one kind, so that a program can tell any of them without knowing where it comes from.
public protocol ToldError: Error, CustomStringConvertible {
    /// What was being done, such as `opening the log gate.ndjson`; empty where the reason says it all.
    var action: String { get }
    /// Why it failed.
    var reason: String { get }
    /// What to do about it, as a sentence; empty where the reason tells, or there is nothing to do.
    var remedy: String { get }
    var status: ExitStatus { get }
}

extension ToldError {
    public var remedy: String { "" }

    /// `action: reason`, and the remedy on a line of its own.
    public var description: String {
        [[action, reason].filter { !$0.isEmpty }.joined(separator: ": "), remedy].filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
