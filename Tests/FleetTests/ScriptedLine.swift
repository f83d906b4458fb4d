import Basics
import Fleet
import Synchronization

/// A line without a broker: what sites hand over is said by the test, and what they are told is remembered.
final class ScriptedLine: FleetLine {
    let arrivals: AsyncStream<FleetArrival>
    let changes = Bell()
    private let sent: AsyncStream<FleetArrival>.Continuation
    private let told = Mutex<[String: FleetWord]>([:])

    init() {
        (arrivals, sent) = AsyncStream.makeStream()
    }

    let sessions = 1
    let refusals = 0
    var isConnected: Bool {
        asked.add(1, ordering: .relaxed)
        return true
    }

    /// How often somebody looked whether it is connected.
    let asked = Atomic(0)

    func begin() async {}
    func end() async { sent.finish() }
    func listen(to sites: Set<String>) {}
    func say(_ word: FleetWord, to site: String) { told.withLock { $0[site] = word } }
    func say(_ receipt: ForgottenReceipt, to site: String) {}
    func absence() async -> String { "there is none" }

    /// A site hands this over.
    func bring(_ message: FleetMessage, from site: String) {
        sent.yield(FleetArrival(site: site, bytes: message.bytes))
    }

    func word(to site: String) -> FleetWord? { told.withLock { $0[site] } }
}
