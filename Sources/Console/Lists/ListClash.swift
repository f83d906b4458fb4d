import Rules

/// Somebody else's entry, which a form would have written over without knowing it.
struct ListClash: Error {
    /// What stands there, in a sentence or two.
    let text: String
    /// What a form carries that knows of it.
    let now: String

    /// - Parameters:
    ///   - old: the plate of the entry that is changed, as the form has it; nil for a new one.
    ///   - seen: the mark of the entries as the form knew them.
    /// - Throws: a clash, where there is one.
    static func check(_ list: PlateList, _ entry: ListEntry, old: String?, seen: String?) throws(ListClash) {
        let plates = Set([old.flatMap { ListEntry($0)?.plate }, entry.plate].compactMap { $0 })
        let there = list.entries.filter { plates.contains($0.plate) }
        let now = mark(of: there)
        guard now != seen ?? "", there != [entry] else { return }
        guard !there.isEmpty else {
            throw ListClash(
                text: "Somebody took it off the list meanwhile. Send it again to put it there anew.", now: now)
        }
        let told = there.map(\.words).joined(separator: "; ")
        // A form knows the first entry of a plate alone.
        let isSeen = there.count > 1 && seen == mark(of: [there[0]])
        let begin =
            old == nil
            ? "It is on this list already: "
            : isSeen ? "This plate has several entries: " : "Somebody changed the list meanwhile. It has "
        let place = there.count > 1 ? "in their place, as the only one" : "in its place"
        throw ListClash(text: begin + told + ". Send yours again to write it \(place).", now: now)
    }

    /// Tells entries from what they were before (FNV-1a, 64 bits). Empty where there is none.
    static func mark(of entries: [ListEntry]) -> String {
        guard !entries.isEmpty else { return "" }
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in entries.map({ ListForm.fields($0).text }).joined(separator: "\n").utf8 {
            sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(sum, radix: 16)
    }
}
