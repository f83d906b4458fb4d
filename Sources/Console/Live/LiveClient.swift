import Answers
import Basics
import Live
import NIOCore
import NIOPosix
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Asks a camera's scanner for its live pictures.
struct LiveClient {
    let root: CameraPlaces.Root
    let group: any EventLoopGroup
    /// A scanner says that it is there more often.
    var patience = TimeAmount.seconds(10)

    /// Hands on what the scanner sends, until `take` returns false or the scanner ends.
    ///
    /// - Returns: whether the scanner ended it.
    @discardableResult
    func read(camera: String, _ request: LiveRequest, take: @Sendable (LiveNews) async -> Bool) async throws -> Bool {
        guard let own = CameraID(camera) else {
            throw Failure(.noInput, while: "watching \(camera.shown)", because: "it is no camera of this machine")
        }
        let address = try UnixAddress(CameraPlaces(own, root).socket)
        let channel = try await ClientBootstrap(group: group).connectTimeout(.seconds(2))
            .connect(unixDomainSocketPath: address.path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(IdleStateHandler(readTimeout: patience))
                    try pipeline.addHandler(QuietEnd())
                    try pipeline.addHandler(ByteToMessageHandler(LiveDecoder()))
                    return try NIOAsyncChannel<LiveNews, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request.line))
            for try await news in inbound {
                guard await take(news) else { return false }
            }
            return true
        }
    }

    /// Why there are no pictures, as a sentence.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as IOError where [ENOENT, ECONNREFUSED].contains(error.errnoCode):
            "No live picture: the scanner is not running."
        case let error as IOError where error.errnoCode == EACCES:
            "The hub may not reach the scanner's socket: both run as one user, as their units have it."
        case let failure as Failure: "The scanner does not show its picture: \(failure.reason)."
        default: "The scanner does not answer."
        }
    }
}

/// Closes a connection on which nothing comes any more.
private final class QuietEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
