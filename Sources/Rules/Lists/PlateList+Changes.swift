import Basics

/// How adding a plate to a list ended.
public enum ListAddition: Equatable, Sendable {
    case added
    /// It stood there otherwise, in so many entries.
    case replaced(count: Int)
    /// It stood there just so.
    case unchanged
}

extension PlateList {
    /// Adds an entry, in the place of all of the same plate: one that stayed would go on counting.
    @discardableResult
    public mutating func add(_ entry: ListEntry) -> ListAddition {
        guard let place = entries.firstIndex(where: { $0.plate == entry.plate }) else {
            entries.append(entry)
            return .added
        }
        let old = entries.filter { $0.plate == entry.plate }
        if old == [entry] { return .unchanged }
        entries.removeAll { $0.plate == entry.plate }
        entries.insert(entry, at: place)
        return .replaced(count: old.count)
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

    /// Takes all entries of another list in. Of their plates, what stood here before goes.
    ///
    /// - Returns: how many plates are new, and how many stand there otherwise than before.
    public mutating func merge(_ others: [ListEntry]) -> (added: Int, replaced: Int) {
        let new = Dictionary(grouping: others, by: \.plate)
        let old = Dictionary(grouping: entries.filter { new[$0.plate] != nil }, by: \.plate)
        entries = entries.filter { new[$0.plate] == nil } + others
        return (new.count - old.count, old.count { $0.value != new[$0.key] })
    }
}
