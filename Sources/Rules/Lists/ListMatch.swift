import Records

/// A plate that was read, and what a list has of it.
public struct ListMatch: Equatable, Sendable {
    public var list: String
    /// In the folder of lists.
    var file: String
    public var kind: ListKind
    public var entry: ListEntry
    public var how: MatchRecord.Way
    /// How likely it is that the list's plate was there, 0-1, as the vote has it: an estimate.
    public var chance: Double

    /// How sure that is, in a word.
    public var word: String { MatchRecord.word(kind.rawValue, how, chance) }
}
