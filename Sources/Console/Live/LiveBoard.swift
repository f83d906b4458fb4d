import NIOCore
import Synchronization

/// What is new for one who watches: of each camera the newest, and everything else in its order. Whoever is slow misses pictures.
final class LiveBoard: Sendable {
    private struct State {
        var news: [String: LiveNews] = [:]
        /// The cameras that something is new of, the one that waits longest first.
        var order: [String] = []
        var parts: [LivePart] = []
    }

    /// Rings when there is something new, and ends with the board.
    let bell: AsyncStream<Void>
    private let ringing: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (bell, ringing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ news: LiveNews, of camera: String) {
        state.withLock { state in
            if state.news.updateValue(news, forKey: camera) == nil { state.order.append(camera) }
        }
        ringing.yield()
    }

    func post(_ part: LivePart) {
        state.withLock { $0.parts.append(part) }
        ringing.yield()
    }

    /// Whether all parts but pictures are taken.
    var isCaughtUp: Bool { state.withLock { $0.parts.isEmpty } }

    /// What is new of cameras alone, for who asks for nothing else.
    func takeNews() -> [LiveNews] {
        state.withLock { state in
            defer { state = State() }
            return state.order.compactMap { state.news[$0] }
        }
    }

    /// All that is new.
    func take() -> [LivePart] {
        state.withLock { state in
            defer { state = State() }
            let news = state.order.compactMap { camera in state.news[camera].map { LivePart($0, of: camera) } }
            return state.parts + news
        }
    }

    func end() { ringing.finish() }
}
