import Basics
import Fleet
import Synchronization

/// What a site says to its centre, through a broker with QoS 1. What the broker has not acknowledged stays with the library, which sends it once
/// more over each connection. Said anew, it would be there twice: a broker that acknowledges nothing for hours would fill the memory.
final class SiteSender: Sendable {
    /// What does not wait for each other.
    enum Kind: CaseIterable { case question, records, forgotten, standings }

    static let unacknowledged = "the broker acknowledges nothing"

    private let connection: MQTTConnection
    private let topic: String
    /// By kind, what had not been acknowledged when it was looked at last.
    private let onItsWay = Mutex<[Kind: Set<Int32>]>([:])

    init(_ connection: MQTTConnection, of site: String) {
        self.connection = connection
        topic = FleetTopic.records(of: site)
    }

    // MARK: - What is on its way

    /// Whether the broker has all of that kind.
    func hasAll(_ kind: Kind) -> Bool { onItsWay.withLock { settle(kind, in: &$0) } }

    /// Waits until it has.
    ///
    /// - Returns: whether it does, before that time is over or the connection.
    func waits(for kind: Kind, upTo patience: Duration) async -> Bool {
        if hasAll(kind) { return true }
        connection.expectAnswer()
        _ = await connection.changes.wait(upTo: patience) { self.hasAll(kind) || !self.connection.isConnected }
        return hasAll(kind)
    }

    /// To be called when something was acknowledged: the numbers of messages come again, after 65 535 of them.
    func settle() { for kind in Kind.allCases { _ = hasAll(kind) } }

    /// The centre has all of that kind, whatever the broker says.
    func forget(_ kind: Kind) { onItsWay.withLock { $0[kind] = nil } }

    private func settle(_ kind: Kind, in onItsWay: inout [Kind: Set<Int32>]) -> Bool {
        guard let numbers = onItsWay[kind] else { return true }
        guard connection.hasAll(numbers) else { return false }
        onItsWay[kind] = nil
        return true
    }

    // MARK: - Sending

    /// - Returns: why it did not leave.
    func send(_ bytes: [UInt8], as kind: Kind) -> String? {
        connection.expectAnswer()
        return onItsWay.withLock { publish(bytes, as: kind, in: &$0) }
    }

    /// Where nothing of its kind is on its way.
    ///
    /// - Returns: why it did not leave.
    func sendAlone(_ bytes: [UInt8], as kind: Kind) -> String? {
        // That one more is not sent is no reason to stay with a broker that is silent.
        connection.expectAnswer()
        return onItsWay.withLock { settle(kind, in: &$0) ? publish(bytes, as: kind, in: &$0) : Self.unacknowledged }
    }

    private func publish(_ bytes: [UInt8], as kind: Kind, in onItsWay: inout [Kind: Set<Int32>]) -> String? {
        switch connection.publish(bytes, to: topic, retained: false) {
        case .success(let number):
            onItsWay[kind, default: []].insert(number)
            return nil
        case .failure(let failure): return failure.reason
        }
    }
}
