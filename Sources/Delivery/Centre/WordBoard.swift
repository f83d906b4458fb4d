import Basics
import Fleet
import Synchronization

/// The newest word of the centre to this site.
final class WordBoard: Sendable {
    let changes = Bell()
    private let state = Mutex<(word: FleetWord?, count: Int, isFresh: Bool)>((nil, 0, false))
    private let fallen = Atomic(0)

    /// Nil before the centre has said anything of that history.
    func word(of origin: String) -> FleetWord? { state.withLock { $0.word?.origin == origin ? $0.word : nil } }

    /// How often a word told of fewer records than the one before it, as that of a centre does whose history is an older copy.
    var falls: Int { fallen.load(ordering: .relaxed) }

    /// How many words came.
    var count: Int { state.withLock { $0.count } }

    /// - Parameters:
    ///   - origin: others are about a history that this one took the place of.
    ///   - isKept: whether a broker had it from earlier. A node of a cluster may have an old one, which is no news to who has heard the centre.
    func put(_ word: FleetWord, of origin: String, isKept: Bool) {
        guard word.origin == origin else { return }
        let isNews = state.withLock { state in
            if isKept, state.isFresh, state.word?.origin == origin { return false }
            if let before = state.word, before.origin == origin, word.committed < before.committed {
                fallen.add(1, ordering: .relaxed)
            }
            state = (word, state.count + 1, !isKept)
            return true
        }
        if isNews { changes.ring() }
    }
}
