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
        let words = TextPart(text)
        let plate = TextPart(text.filter { !$0.isWhitespace && $0 != "-" && $0 != "." })
        return entries.indices.filter { place in
            plate.isIn(entries[place].plate) || words.isIn(entries[place].note) || words.isIn(entries[place].owner)
        }
    }
}
