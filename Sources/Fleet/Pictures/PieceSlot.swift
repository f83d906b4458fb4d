import Basics
import Synchronization

/// Where the answer to a look is waited for.
final class PieceSlot: Sendable {
    private let came = Bell()
    private let state = Mutex<PicturePiece.Content?>(nil)

    func put(_ content: PicturePiece.Content) {
        state.withLock { $0 = content }
        came.ring()
    }

    /// - Parameter offset: a piece from elsewhere is the answer to an earlier look.
    /// - Returns: nil where none came until then.
    func content(from offset: Int, upTo limit: Duration) async -> PicturePiece.Content? {
        _ = await came.wait(upTo: limit) { self.content(from: offset) != nil }
        return content(from: offset)
    }

    private func content(from offset: Int) -> PicturePiece.Content? {
        state.withLock { content in
            if case .bytes(_, let start) = content, start != offset { return nil }
            return content
        }
    }
}
