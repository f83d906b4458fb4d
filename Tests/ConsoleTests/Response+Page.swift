import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

extension Response {
    /// What a browser gets.
    func page() async throws -> String {
        let page = WrittenPage()
        try await body.write(page)
        return page.text
    }
}

private final class WrittenPage: ResponseBodyWriter, Sendable {
    private let written = Mutex("")
    var text: String { written.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws { written.withLock { $0 += String(buffer: buffer) } }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
