import Hummingbird
import NIOCore

/// What the server knows of a request beside what it says: where it comes from.
struct Visit: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection, without its port.
    let peer: String

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
