/// The status that a process ends with, for scripts and systemd: the numbers of sysexits(3), and a few that are usual besides.
public enum ExitStatus: Int32, Sendable {
    case nothingFound = 1
    /// What was to be whole is not.
    public static let notWhole = ExitStatus.nothingFound
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case inputOutput = 74
    case temporary = 75
    case configuration = 78
    /// As shells say of what Ctrl-C ended.
    case interrupted = 130
}
