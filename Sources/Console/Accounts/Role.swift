/// What somebody may do in the console. Each may do what those before it may.
public enum Role: String, CaseIterable, Comparable, Sendable {
    /// Has pictures of its own read, and sees nothing that is here. For tokens.
    case reader
    /// Sees how the cameras are doing, and no plate.
    case viewer
    /// Looks for plates, sees pictures, corrects texts and exports.
    case `operator`
    /// Sees who has an account, besides.
    case admin

    /// Those that an account may have.
    public static let ofAccounts = allCases.filter { $0 != .reader }

    /// Those that a token may have.
    public static let ofTokens = allCases.filter { $0 < .admin }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (a: Role, b: Role) -> Bool { a.rank < b.rank }
}
