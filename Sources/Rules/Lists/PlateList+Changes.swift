import Basics

/// How a change of one plate of a list ended.
public enum ListAddition: Equatable, Sendable {
    case added
    /// The plate stood there otherwise, in so many entries.
    case changed(count: Int)
    /// It stood there just so.
    case unchanged
}

/// Every change of entries goes through `changed`, whoever asks for it: the command, the console's form, or a table.
extension PlateList {
    /// Changes the named columns of all entries of a plate, or adds the entry where the plate has none.
    @discardableResult
    public mutating func change(_ entry: ListEntry, _ columns: Set<ListColumn> = Set(ListColumn.allCases))
        -> ListAddition
    {
        let old = entries.filter { $0.plate == entry.plate }
        let new = Self.changed(old, to: [entry], columns)
        guard let place = entries.firstIndex(where: { $0.plate == entry.plate }) else {
            entries += new
            return .added
        }
        if old == new { return .unchanged }
        entries.removeAll { $0.plate == entry.plate }
        entries.insert(contentsOf: new, at: place)
        return .changed(count: old.count)
    }

    /// Takes a plate out.
    ///
    /// - Parameter plate: as it stands there; spaces, dashes and case make no difference. A pattern means that pattern, not what fits it.
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func remove(_ plate: String) -> Bool {
        guard let wanted = ListEntry(plate)?.plate else { return false }
        let before = entries.count
        entries.removeAll { $0.plate == wanted }
        return entries.count < before
    }

    /// Takes a table in: its plates get its columns, and keep what stands in the columns that it has not.
    ///
    /// - Returns: how many plates are new, and how many stand there otherwise than before.
    public mutating func merge(_ table: ListTable) -> (added: Int, changed: Int) {
        let rows = Dictionary(grouping: table.entries, by: \.plate)
        let old = Dictionary(grouping: entries.filter { rows[$0.plate] != nil }, by: \.plate)
        let new = Dictionary(
            uniqueKeysWithValues: rows.map { ($0.key, Self.changed(old[$0.key] ?? [], to: $0.value, table.columns)) })
        var taken = Set<String>()
        entries =
            entries.filter { rows[$0.plate] == nil }
            + table.entries.filter { taken.insert($0.plate).inserted }.flatMap { new[$0.plate] ?? [] }
        return (new.count - old.count, old.count { $0.value != new[$0.key] })
    }

    /// Returns a plate's entries after a change: only the named columns are other ones.
    ///
    /// One row changes all of them. Of several rows each is an entry: it keeps what the entry has that says the same in the named columns, or
    /// else what the first one has.
    private static func changed(
        _ old: [ListEntry], to rows: [ListEntry], _ columns: Set<ListColumn>
    ) -> [ListEntry] {
        guard let first = old.first, let row = rows.first else { return unique(rows) }
        if rows.count == 1 { return unique(old.map { $0.taking(columns, of: row) }) }
        func key(_ entry: ListEntry) -> ListEntry { first.taking(columns, of: entry) }
        let same = Dictionary(old.map { (key($0), $0) }) { first, _ in first }
        return unique(rows.map { (same[key($0)] ?? first).taking(columns, of: $0) })
    }

    private static func unique(_ entries: [ListEntry]) -> [ListEntry] {
        var met = Set<ListEntry>()
        return entries.filter { met.insert($0).inserted }
    }
}
