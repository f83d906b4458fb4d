import Basics
import Fleet
import Synchronization

/// The newest word of the centre to this site.
final class WordBoard: Sendable {
    let changes = Bell()
    private let state = Mutex<(word: FleetWord?, count: Int)>((nil, 0))

    /// Nil before the centre has said anything of that history.
    func word(of origin: String) -> FleetWord? { state.withLock { $0.word?.origin == origin ? $0.word : nil } }

    /// How many words came.
    var count: Int { state.withLock { $0.count } }

    /// - Parameter origin: others are about a history that this one took the place of.
    func put(_ word: FleetWord, of origin: String) {
        guard word.origin == origin else { return }
        state.withLock { $0 = (word, $0.count + 1) }
        changes.ring()
    }
}
