import History
import Records
import Synchronization

/// A batch that may have been committed when the connection was lost: whoever stores it again is told what became of it, so that nothing is
/// counted twice.
final class UnsureStore: Sendable {
    struct Told {
        let transaction: String
        let mark: String
        let stored: StoredBatch
    }

    /// By their marks: several take turns to store.
    private let told = Mutex<[String: Told]>([:])

    func keep(_ unsure: Told) { told.withLock { $0[unsure.mark] = unsure } }

    func forget(_ mark: String) { told.withLock { $0[mark] = nil } }

    /// That of the same batch.
    func of(_ mark: String) -> Told? { told.withLock { $0[mark] } }
}

extension Batch {
    /// Tells it from every other one.
    var mark: String {
        let ends = progress.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value.cursor?.description ?? "") \($0.value.lines)"
        }
        let first = entries.first.map { "\($0.entry.camera) \($0.entry.identity.text)" } ?? ""
        let last = entries.last.map { "\($0.entry.camera) \($0.entry.identity.text)" } ?? ""
        let beside = kept.map { "\($0.key.space) \($0.key.name) \($0.value)" }.sorted()
        return (["\(entries.count)", first, last] + ends + beside).joined(separator: "\n")
    }
}
