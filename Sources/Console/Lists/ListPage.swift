import Rules

/// A part of a list that is shown at once: of those that hold a text, the last added first.
struct ListPage {
    static let size = 100

    let entries: [ListEntry]
    /// How many there are that hold it.
    let found: Int
    /// From 1.
    let number: Int
    let count: Int

    /// - Parameters:
    ///   - wanted: in the plate, the note or the owner; nil for all.
    ///   - number: beyond the last page the last is meant.
    init(_ list: PlateList, wanted: String?, number: Int) {
        // Of a long list without a question none is looked at but those that are shown.
        let places = wanted.map { Self.places(in: list.entries, holding: $0) }
        found = places?.count ?? list.entries.count
        count = max(1, (found + Self.size - 1) / Self.size)
        self.number = min(max(1, number), count)
        let end = found - (self.number - 1) * Self.size
        entries = (max(0, end - Self.size)..<end).reversed().map { list.entries[places?[$0] ?? $0] }
    }

    private static func places(in entries: [ListEntry], holding text: String) -> [Int] {
        let words = text.lowercased()
        let plate = Array(text.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "." }.utf8)
        return entries.indices.filter { place in
            let entry = entries[place]
            return holds(entry.plate, plate)
                || !entry.note.isEmpty && entry.note.lowercased().contains(words)
                || !entry.owner.isEmpty && entry.owner.lowercased().contains(words)
        }
    }

    /// By bytes: this is asked of every plate of a long list.
    private static func holds(_ text: String, _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return false }
        let bytes = text.utf8
        var place = bytes.startIndex
        while let next = bytes[place...].firstIndex(of: first) {
            if bytes[next...].starts(with: wanted) { return true }
            place = bytes.index(after: next)
        }
        return false
    }
}
