import Basics
import History
import Logging
import Synchronization

/// Records that are sent alone.
extension MQTTDestination {
    /// One that is on its way.
    struct Trial {
        let seq: Int64
        /// Of its largest message.
        let bytes: Int
        /// The connection's number.
        let session: Int
        let wasLasting: Bool
        let begun = ContinuousClock.now
    }

    /// A broker refuses a packet as soon as it has read what stands before it. What ends later ends for another reason: a line that is dead,
    /// a broker that is started anew.
    private static let soon = Duration.seconds(15)

    /// Sends one, and waits for what becomes of it.
    func send(alone parcel: Parcel, _ messages: [Message]) async -> Delivered {
        let seq = parcel.record.seq
        let isLasting = connection.lasts
        if doubt.waits(seq, isLasting: isLasting, sessions: connection.sessions) {
            return .failed(.again(Self.suspicion))
        }
        let trial = Trial(
            seq: seq, bytes: Self.largest(messages), session: connection.sessions, wasLasting: isLasting)
        if let trouble = publish(messages, of: parcel) {
            if connection.isConnected { return .failed(trouble) }
            // The first of them may be what it ended for.
            return await ended(trial)
        }
        self.trial = trial
        return await settled(alone: parcel)
    }

    func settled(alone parcel: Parcel) async -> Delivered {
        guard let trial else { return Delivered(count: 0) }
        let connection = connection
        let numbers = waiting[trial.seq] ?? []
        let isOver: @Sendable () -> Bool = { !connection.isConnected || connection.sessions != trial.session }
        _ = await connection.changes.wait(upTo: Self.patience) { connection.hasAll(numbers) || isOver() }
        if connection.hasAll(numbers) {
            waiting[trial.seq] = nil
            self.trial = nil
            doubt.arrived(trial.seq, bytes: trial.bytes)
            if assistant != nil { arrived([parcel]) }
            return Delivered(count: 1)
        }
        if isOver() { return await ended(trial) }
        return .failed(.again("the broker acknowledges nothing"))
    }

    private func ended(_ trial: Trial) async -> Delivered {
        let isSoon = trial.begun.duration(to: .now) < Self.soon
        // Else the library sends it once more.
        guard await renew() else { return .failed(.again(Self.suspicion)) }
        guard doubt.ended(trial.seq, bytes: trial.bytes, isTrial: trial.wasLasting && isSoon) else {
            return .failed(.again(Self.suspicion))
        }
        return .failed(
            Trouble(
                .refused,
                "the broker ends the connection whenever this is sent: it takes no packet of \(trial.bytes) bytes (mosquitto: max_packet_size)"
            ))
    }

    /// Another connection, without what waits in the library of this one: what is not acknowledged is sent again by us.
    ///
    /// - Returns: false where there is none, since files are not what they are to be.
    func renew() async -> Bool {
        let old = connection
        do throws(Failure) { connection = try MQTTConnection(old.settings) } catch {
            surroundings.talk.error("\(name): \(error)")
            return false
        }
        // How long connections last is known of the broker, and not of one of them.
        var lives = old.state.withLock { $0.lives }
        lives.end(at: .now)
        connection.state.withLock { [lives] in $0.lives = lives }
        for task in tasks { task.cancel() }
        told.areClearedInDoubt = true
        (tasks, waiting, trial, greeted) = ([], [:], nil, 0)
        await worker.run { old.close() }
        await connect()
        return true
    }

    private static let suspicion =
        "the broker ended the connection while a record was on its way; it is sent alone, once a connection lasts"

    static func largest(_ messages: [Message]) -> Int { messages.map(\.payload.count).max() ?? 0 }
}
