import CMosquitto
import Synchronization

extension MQTTConnection {
    /// To be called with each message that somebody else is to answer. Where nothing that is heard comes for too long, the broker is left for the
    /// next: one whose cluster fell apart answers every ping, and carries nothing.
    func expectAnswer() {
        state.withLock { state in
            guard let since = state.silence.since else { return state.silence.since = .now }
            let patience = state.silence.patience ?? settings.patience.first
            guard ContinuousClock.now - since >= patience else { return }
            state.silence = (nil, min(patience * 2, settings.patience.longest), true)
        }
    }

    var isToLeave: Bool { state.withLock { $0.silence.isOver } }

    /// What is on its way stays with the library, for the next broker.
    func leave() -> Int32 {
        state.withLock { $0.silence.isOver = false }
        mosquitto_disconnect(pointer)
        // So that the word of it goes out.
        mosquitto_loop(pointer, Self.look / 10, 1)
        return Int32(MOSQ_ERR_CONN_LOST.rawValue)
    }
}
