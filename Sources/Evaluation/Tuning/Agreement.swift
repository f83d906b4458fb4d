/// What stands for the truth where nobody wrote one: texts that several settings tell and that stood up to several looks.
///
/// A text more is not a plate more. What one setting alone tells, what was read in a picture or two, and what was read as something
/// else nearly as often, is doubtful.
struct Agreement {
    /// Settings that have to tell it.
    private static let settings = 2
    /// Looks in which it has to be read.
    private static let looks = 3
    /// It has to be read more than so many times as often as what is nearly the same.
    private static let lead = 2

    static func truth(of takes: [Take]) -> Truth {
        let scopes = takes.enumerated().map { number, take in
            let plates = take.parts.reduce(into: Set<String>()) { $0.formUnion($1.told.map(\.text)) }
                .filter { isAgreed($0, in: take) }
            return Truth.Scope(recordings: [number], plates: Dictionary(uniqueKeysWithValues: plates.map { ($0, 1) }))
        }
        return Truth(scopes: scopes, isGiven: false)
    }

    private static func isAgreed(_ text: String, in take: Take) -> Bool {
        let tellers = take.parts.count { part in part.told.contains { $0.text == text } }
        let looks = take.sightings.looks(at: text)
        return tellers >= min(settings, take.parts.count) && looks >= Self.looks
            && looks > lead * take.sightings.looksOfRivals(of: text)
    }
}
