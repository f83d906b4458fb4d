import Synchronization

extension MQTTConnection {
    /// How long connections lasted. A broker has one client of a name: it throws the one out that it had, which comes back and does the
    /// same to the other.
    struct Lives {
        private static let short = Duration.seconds(10)
        private static let many = 3

        private var born: ContinuousClock.Instant?
        /// In a row.
        private var shortOnes = 0

        init() {}

        mutating func begin(at now: ContinuousClock.Instant) { born = now }

        mutating func end(at now: ContinuousClock.Instant) {
            guard let born else { return }
            shortOnes = now - born < Self.short ? shortOnes + 1 : 0
            self.born = nil
        }

        /// Whether the one that there is has lasted.
        func lasts(at now: ContinuousClock.Instant) -> Bool { born.map { now - $0 >= Self.short } ?? false }

        /// Whether none of the last ones lasted, nor yet the one that there is.
        func areShort(at now: ContinuousClock.Instant) -> Bool {
            shortOnes >= Self.many && born.map { now - $0 < Self.short } ?? true
        }
    }

    /// Whether messages are on their way.
    var isSending: Bool { state.withLock { !$0.waiting.isEmpty } }

    var lasts: Bool { state.withLock { $0.isConnected && $0.lives.lasts(at: .now) } }

    /// What is said where the broker ends each connection soon after it was made; nil where one lasts.
    var rival: String? {
        guard state.withLock({ $0.lives.areShort(at: .now) }) else { return nil }
        let size = isSending ? ", or it takes no packet as large as one that is sent (mosquitto: max_packet_size)" : ""
        return
            "the broker ends each connection within seconds: another client may have the name \(settings.client)\(size)"
    }
}
