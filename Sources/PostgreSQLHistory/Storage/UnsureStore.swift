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

    private let told = Mutex<Told?>(nil)

    func keep(_ unsure: Told?) { told.withLock { $0 = unsure } }

    /// That of the same batch.
    func of(_ mark: String) -> Told? { told.withLock { $0?.mark == mark ? $0 : nil } }
}

extension Batch {
    /// Tells it from every other one.
    var mark: String {
        let ends = progress.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value.cursor?.description ?? "") \($0.value.lines)"
        }
        let first = entries.first.map { "\($0.entry.camera) \($0.entry.identity.text)" } ?? ""
        let last = entries.last.map { "\($0.entry.camera) \($0.entry.identity.text)" } ?? ""
        return (["\(entries.count)", first, last] + ends).joined(separator: "\n")
    }
}
