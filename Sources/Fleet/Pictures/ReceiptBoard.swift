import Basics
import Records
import Synchronization

/// What the centre said of the pictures that wait for its word.
final class ReceiptBoard: Sendable {
    let changes = Bell()
    private let state = Mutex<(expected: Set<Digest>, words: [Digest: PictureReceipt.Word])>(([], [:]))

    func expect(_ digests: Set<Digest>) { state.withLock { $0 = (digests, [:]) } }

    /// What nobody waits for is not noted.
    func put(_ receipt: PictureReceipt) {
        state.withLock { if $0.expected.contains(receipt.digest) { $0.words[receipt.digest] = receipt.word } }
        changes.ring()
    }

    /// Whether the centre is to say what becomes of that picture, and has not yet.
    func awaits(_ digest: Digest) -> Bool {
        state.withLock { $0.expected.contains(digest) && $0.words[digest] == nil }
    }

    var words: [Digest: PictureReceipt.Word] { state.withLock { $0.words } }
}
