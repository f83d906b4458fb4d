import NIOCore
import Synchronization

/// How many connections each address has open: one alone must not take all there are.
final class ConnectionCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let most: Int

    init(most: Int) {
        self.most = most
    }

    /// False where the address has its share.
    func open(_ address: String) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < most else { return false }
            counts[address, default: 0] += 1
            return true
        }
    }

    func close(_ address: String) {
        counts.withLock { counts in
            guard let count = counts[address] else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}

/// Closes a connection at once where its address has its share of them. A web server at the Unix socket, which has no address, may have all.
final class ConnectionLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let counts: ConnectionCounts
    /// As it was counted; nil where it was not.
    private var address: String?

    init(_ counts: ConnectionCounts) {
        self.counts = counts
    }

    func channelActive(context: ChannelHandlerContext) {
        if let address = context.remoteAddress?.ipAddress {
            guard counts.open(address) else {
                context.close(promise: nil)
                return
            }
            self.address = address
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let address { counts.close(address) }
        address = nil
        context.fireChannelInactive()
    }
}
