import NIOCore
import Synchronization

/// Ends a server in order: it takes no new connection any more, and then those end that there are.
///
/// A server whose task is cancelled drops what it had accepted and not looked at yet, and a connection that is dropped ends the process
/// ("Deinited NIOAsyncWriter without calling finish()"). So does a listener that is closed while an accepted connection is being made ready.
/// Where nothing more is accepted and all that was is ready, all of it is served, and ended by that.
final class OrderlyStop: Sendable {
    private struct State {
        /// What new connections come from, once the server runs.
        var listener: (any Channel)?
        /// What is to end; nil while it is to go on.
        var ending: Task<Void, any Error>?
    }

    /// Turns of each thread that making a connection ready takes at most: one there, one back, and what was begun before them.
    private static let turns = 4

    private let threads: any EventLoopGroup
    private let state = Mutex(State())

    /// - Parameter threads: the server's.
    init(on threads: any EventLoopGroup) { self.threads = threads }

    /// Serves until the task is cancelled. To be called once.
    ///
    /// - Parameter serve: the server; it tells `listens` when it runs.
    func run(_ serve: @escaping @Sendable () async throws -> Void) async throws {
        // A task of its own, since cancellation has to come second.
        let serving = Task { try await serve() }
        do {
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                stop(serving)
            }
        } catch {
            // A server that runs out of connections complains that it ended by itself.
            guard state.withLock({ $0.ending != nil }) else { throw error }
        }
    }

    /// The server runs. What was to end meanwhile ends now.
    func listens(_ listener: any Channel) {
        let ending = state.withLock { state in
            state.listener = listener
            return state.ending
        }
        if let ending { end(ending, behind: listener) }
    }

    /// One that does not run yet goes on until it does, or cannot.
    private func stop(_ serving: Task<Void, any Error>) {
        let listener = state.withLock { state in
            state.ending = serving
            return state.listener
        }
        if let listener { end(serving, behind: listener) }
    }

    private func end(_ serving: Task<Void, any Error>, behind listener: any Channel) {
        listener.closeFuture.whenComplete { _ in serving.cancel() }
        Task { [threads] in
            // Each of these fails where it is closed already. Handlers that ask for more connections by themselves get none.
            try? await listener.eventLoop.submit {
                try listener.pipeline.syncOperations.addHandler(NoReads(), position: .first)
            }.get()
            try? await listener.setOption(.autoRead, value: false).get()
            for _ in 0..<Self.turns {
                for loop in threads.makeIterator() { try? await loop.submit {}.get() }
                try? await listener.eventLoop.submit {}.get()
            }
            listener.close(promise: nil)
        }
    }

    private final class NoReads: ChannelOutboundHandler {
        typealias OutboundIn = Never

        func read(context: ChannelHandlerContext) {}
    }
}
