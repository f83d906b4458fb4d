/// A plate that was read, and what a list has of it.
public struct ListMatch: Equatable, Sendable {
    public enum How: String, Sendable {
        /// The very text.
        case exact
        /// A pattern that it fits.
        case pattern
        /// Another text, which may have been meant.
        case nearest
    }

    public var list: String
    public var kind: ListKind
    public var entry: ListEntry
    public var how: How
    /// How likely it is that the list's plate was there, 0-1, as the vote has it: an estimate.
    public var chance: Double

    /// How sure that is, in a word.
    public var word: String {
        guard how == .nearest else { return kind.rawValue }
        return chance >= 0.5 ? "probably \(kind.rawValue)" : "possibly \(kind.rawValue)"
    }
}
