import History
import Records

/// What a search of plates asks of corrections: the history knows what was read alone.
struct CorrectionSearch {
    private let search: Search
    private let matchers: [any TextMatcher]

    /// Nil where no text is asked for, or one that did not become the plate.
    init?(_ search: Search) {
        guard search.way != .candidate, search.text != nil, search.text != "*" else { return nil }
        self.search = search
        matchers = search.texts.map { text -> any TextMatcher in
            if search.way == .near { return NearMatcher(text, distance: search.distance) }
            return PatternMatcher(text, isAlike: search.way == .alike)
        }
    }

    /// Whether it asks for something that stands in the event alone.
    var isOfEvents: Bool { search.lane != nil || search.movement != nil || search.list != nil }

    /// Whether it is looked for as what it was corrected to, and not as what was read: that the history finds by itself.
    func takes(_ correction: Correction) -> Bool {
        guard search.cameras.isEmpty || search.cameras.contains(correction.camera) else { return false }
        if let from = search.from, correction.time < from { return false }
        if let until = search.until, correction.time >= until { return false }
        return fits(correction.plate) && !fits(PlateText.normal(correction.original) ?? correction.original)
    }

    /// - Parameter matches: what lists have of it.
    func takes(_ event: PlateEvent, matches: [MatchRecord]) -> Bool {
        if let lane = search.lane, event.lane != lane { return false }
        if let movement = search.movement, event.direction?.movement.rawValue != movement { return false }
        guard let list = search.list else { return true }
        return matches.contains { $0.list == list }
    }

    private func fits(_ text: String) -> Bool { matchers.contains { $0.matches(text) } }
}
