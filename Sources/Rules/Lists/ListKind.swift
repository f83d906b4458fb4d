/// What a list of plates is for.
public enum ListKind: String, CaseIterable, Sendable {
    /// May come in.
    case allow
    /// May not.
    case deny
    /// Somebody wants to know when it comes.
    case wanted

    /// All of them, for whoever names another.
    public static let words = allCases.map(\.rawValue).joined(separator: ", ")

    /// Whether texts that are nearly one of the list's count, too. Never where they would open something.
    var takesNearest: Bool { self == .wanted }
}
