import Basics

/// How adding a plate to a list ended.
public enum ListAddition: Equatable, Sendable {
    case added
    /// It stood there with something else beside it.
    case replaced
    /// It stood there just so.
    case unchanged
}

extension PlateList {
    /// Adds an entry, in the place of one of the same plate.
    @discardableResult
    public mutating func add(_ entry: ListEntry) -> ListAddition {
        guard let place = entries.firstIndex(where: { $0.plate == entry.plate }) else {
            entries.append(entry)
            return .added
        }
        if entries[place] == entry { return .unchanged }
        entries[place] = entry
        return .replaced
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

    /// Takes the entries of another list in, each in the place of one of the same plate.
    ///
    /// - Returns: how many are new, and how many were in the place of others.
    public mutating func merge(_ others: [ListEntry]) -> (added: Int, replaced: Int) {
        var places = Dictionary(
            entries.indices.map { (entries[$0].plate, $0) }, uniquingKeysWith: { first, _ in first })
        var (added, replaced) = (0, 0)
        for entry in others {
            if let place = places[entry.plate] {
                if entries[place] != entry { replaced += 1 }
                entries[place] = entry
            } else {
                places[entry.plate] = entries.count
                entries.append(entry)
                added += 1
            }
        }
        return (added, replaced)
    }
}
