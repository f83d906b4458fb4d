import CMosquitto
import Synchronization

extension MQTTConnection {
    /// Of whoever is to answer over a connection.
    struct Silence {
        /// For how long it may last until the broker is left for the next; twice as long each time after that.
        private static let patience = (first: Duration.seconds(30), longest: Duration.seconds(640))

        private var since: ContinuousClock.Instant?
        private var patience = Self.patience.first
        private(set) var isOver = false

        init() {}

        mutating func expectAnswer(at now: ContinuousClock.Instant) {
            guard let since else { return since = now }
            guard now - since >= patience else { return }
            patience = min(patience * 2, Self.patience.longest)
            isOver = true
        }

        /// Over a new connection it begins anew.
        mutating func restart() { (since, isOver) = (nil, false) }
    }

    /// To be called with each message that somebody else is to answer. Where nothing that is heard comes for too long, the broker is left for the
    /// next: one whose cluster fell apart answers every ping, and carries nothing.
    func expectAnswer() {
        state.withLock { state in
            // Without a connection nothing is sent.
            if state.isConnected { state.silence.expectAnswer(at: .now) }
        }
    }

    var isToLeave: Bool { state.withLock { $0.isConnected && $0.silence.isOver } }

    /// What is on its way stays with the library, for the next broker.
    func leave() -> Int32 {
        mosquitto_disconnect(pointer)
        // So that the word of it goes out.
        mosquitto_loop(pointer, Self.look / 10, 1)
        return Int32(MOSQ_ERR_CONN_LOST.rawValue)
    }
}
