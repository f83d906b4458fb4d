import Answers
import History
import Records

/// All lists, made ready to be asked about plates.
public struct ListMatcher: Sendable {
    public let lists: [PlateList]
    private let indexes: [TextIndex]
    let zone: LocalZone

    public init(_ lists: [PlateList], zone: LocalZone) {
        self.lists = lists
        self.zone = zone
        indexes = lists.map { TextIndex($0.entries.map(\.plate), takesNearest: $0.kind.takesNearest) }
    }

    /// What lists have of a plate, the surest first. Of entries that do not count for its camera and time there is none.
    ///
    /// Where the text itself stands on a list, its neighbours there do not: it is no misreading of them.
    public func matches(of event: PlateEvent) -> [ListMatch] {
        found(for: event) { $0.counts(for: event.camera, at: event.time, zone: zone) }
    }

    /// What lists have of a plate, of the entries that are asked for.
    func found(for event: PlateEvent, where counts: (ListEntry) -> Bool = { _ in true }) -> [ListMatch] {
        guard !event.plate.hasPrefix(Pseudonyms.mark) else { return [] }
        let text = Array(Homoglyphs.folded(event.plate).utf8)
        var found: [ListMatch] = []
        for (list, index) in zip(lists, indexes) {
            func add(_ numbers: [Int], _ how: MatchRecord.Way, _ chance: (Int) -> Double) {
                for number in numbers where counts(list.entries[number]) {
                    found.append(
                        ListMatch(
                            list: list.name, file: list.fileName, kind: list.kind, entry: list.entries[number],
                            how: how,
                            chance: chance(number)))
                }
            }
            let (exact, patterns) = (index.exact(text), index.patterns(fitting: text))
            add(exact, .exact) { _ in event.confidence }
            add(patterns, .pattern) { _ in event.confidence }
            guard list.kind.takesNearest, exact.isEmpty, patterns.isEmpty else { continue }
            let chances = nearest(to: event, text, in: index)
            add(chances.keys.sorted(), .nearest) { chances[$0] ?? 0 }
        }
        return found.sorted { ($0.chance, $1.list, $1.entry.plate) > ($1.chance, $0.list, $0.entry.plate) }
    }

    /// By the numbers of entries: those that lost the vote have their share of it, the others a part of what it leaves open.
    private func nearest(to event: PlateEvent, _ text: [UInt8], in index: TextIndex) -> [Int: Double] {
        var chances: [Int: Double] = [:]
        for (number, share) in index.nearest(text) { chances[number] = (1 - event.confidence) * share }
        for candidate in event.candidates where candidate.plate != event.plate {
            for number in index.exact(Array(Homoglyphs.folded(candidate.plate).utf8)) {
                chances[number] = max(chances[number] ?? 0, candidate.confidence)
            }
        }
        return chances
    }
}
