import Basics
import Fleet
import Synchronization

/// The newest word of the centre to this site.
final class WordBoard: Sendable {
    let changes = Bell()
    private let state = Mutex<(word: FleetWord?, count: Int, isFresh: Bool)>((nil, 0, false))

    /// Nil before the centre has said anything of that history.
    func word(of origin: String) -> FleetWord? { state.withLock { $0.word?.origin == origin ? $0.word : nil } }

    /// How many words came.
    var count: Int { state.withLock { $0.count } }

    /// - Parameters:
    ///   - origin: others are about a history that this one took the place of.
    ///   - isKept: whether a broker had it from earlier. A node of a cluster may have an old one, which is no news to who has heard the centre.
    func put(_ word: FleetWord, of origin: String, isKept: Bool) {
        guard word.origin == origin else { return }
        let isNews = state.withLock { state in
            if isKept, state.isFresh, state.word?.origin == origin { return false }
            state = (word, state.count + 1, !isKept)
            return true
        }
        if isNews { changes.ring() }
    }
}
