import Hummingbird
import NIOCore

/// What the server knows of a request beside what it says: where it comes from.
struct Visit: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection, without its port.
    let peer: String
    /// Whether a web server of this machine asks, through the Unix socket. What it says of who asks it counts; nobody else is believed.
    let isFromProxy: Bool

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        isFromProxy = source.channel.localAddress?.protocol == .unix
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
