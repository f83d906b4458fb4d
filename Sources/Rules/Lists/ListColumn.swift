/// A column of a list's table. The console's form has a field of the same name.
public enum ListColumn: String, CaseIterable, Sendable {
    case plate, note, owner, from, until, cameras, hours
}

extension ListEntry {
    /// What stands in a column, as the list's file has it; empty where nothing does.
    public subscript(column: ListColumn) -> String {
        switch column {
        case .plate: plate
        case .note: note
        case .owner: owner
        case .from: from ?? ""
        case .until: until ?? ""
        case .cameras: cameras.joined(separator: " ")
        case .hours: hours?.text ?? ""
        }
    }

    /// Returns this entry with these columns as another has them.
    func taking(_ columns: Set<ListColumn>, of other: ListEntry) -> ListEntry {
        var entry = self
        for column in columns {
            switch column {
            case .plate: entry.plate = other.plate
            case .note: entry.note = other.note
            case .owner: entry.owner = other.owner
            case .from: entry.from = other.from
            case .until: entry.until = other.until
            case .cameras: entry.cameras = other.cameras
            case .hours: entry.hours = other.hours
            }
        }
        return entry
    }

    /// The plate and all that stands beside it, for people: `AB12CDE (note director, until 2027-01-31)`.
    public var words: String {
        let filled = ListColumn.allCases.filter { $0 != .plate && !self[$0].isEmpty }
        return plate
            + (filled.isEmpty ? "" : " (" + filled.map { "\($0.rawValue) \(self[$0])" }.joined(separator: ", ") + ")")
    }
}
