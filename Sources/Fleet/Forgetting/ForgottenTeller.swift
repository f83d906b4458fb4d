import Basics
import History
import Logging
import Records
import Synchronization

/// Tells a centre what its site has forgotten, until that has forgotten it, too. Nothing of it is written down anywhere: the site's history has the
/// place of each record that it forgot, and all of them are told again after a start.
package actor ForgottenTeller {
    /// How long is waited.
    package struct Patience: Sendable {
        /// Between two looks whether there is more.
        package var pause = Duration.seconds(5)
        /// For the centre, each time.
        package var answer = Duration.seconds(30)
        /// Between two looks after which the centre said nothing: twice as long each time. An older centre knows no forgetting, and its journal
        /// has a line for each message.
        package var longestPause = Duration.seconds(640)

        package init() {}
    }

    private let history: any History
    private let cameras: Set<String>
    private let patience: Patience
    private let committed: @Sendable () async -> Int64?
    private let falls: @Sendable () -> Int
    private let ask: @Sendable () async -> Void
    private let send: @Sendable ([UInt8]) -> Bool
    private let talk: Logger
    private let came = Bell()
    private let answered = Mutex<Set<Digest>>([])
    /// What the centre has forgotten, too.
    private var done: Set<ForgottenRecords.Name> = []
    /// Up to where the centre was.
    private var last: Int64 = 0
    private var seenFalls = 0
    /// When all that was forgotten was done with, as the history tells it; nil before that.
    private var settled: String?
    /// How often in a row the centre said nothing.
    private var silences = 0

    /// - Parameters:
    ///   - cameras: those whose records the centre gets; empty for all.
    ///   - committed: up to which number the centre has all records; nil where that is not known. What comes later is forgotten as it comes.
    ///   - falls: how often the centre said that it has less than before.
    ///   - ask: asks the centre how far it is. It may have said so when nobody heard it, and words of two centres may come in another order than
    ///     they were said in.
    ///   - send: hands something to the centre, now or never.
    package init(
        history: any History, cameras: [String], patience: Patience = Patience(), talk: Logger,
        committed: @escaping @Sendable () async -> Int64?, falls: @escaping @Sendable () -> Int = { 0 },
        ask: @escaping @Sendable () async -> Void,
        send: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        self.history = history
        self.cameras = Set(cameras)
        self.patience = patience
        self.talk = talk
        self.committed = committed
        self.falls = falls
        self.ask = ask
        self.send = send
    }

    package nonisolated func take(_ receipt: ForgottenReceipt) {
        answered.withLock { _ = $0.insert(receipt.digest) }
        came.ring()
    }

    /// Runs until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                if let committed = await committed() { try await tell(upTo: committed) } else { await ask() }
            } catch {
                talk.warning("\(error); what was forgotten here is told to the centre later")
            }
            let pause = min(patience.pause * (1 << min(silences, 10)), patience.longestPause)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    private func tell(upTo committed: Int64) async throws {
        // An older copy of the centre's history has again what was forgotten, also where it has taken in all that it lacked by now.
        let falls = falls()
        if committed < last || falls != seenFalls { (done, settled) = ([], nil) }
        (last, seenFalls) = (committed, falls)
        // Read before the records: what is forgotten meanwhile is told the next time.
        let turn = try await history.forgettingTurn() ?? Self.none
        guard turn != settled else { return }
        let all = try await history.fold(OtherRecords(ForgottenLine.schema), into: [(Int64, ForgottenRecords.Name)]()) {
            [cameras] names, record in
            guard let id = record.record.id, cameras.isEmpty || cameras.contains(record.camera) else { return true }
            names.append((record.seq, ForgottenRecords.Name(camera: record.camera, id: id)))
            return true
        }
        // What is not here any more is not kept in mind either.
        done.formIntersection(all.map(\.1))
        let names = all.filter { $0.0 <= committed && !done.contains($0.1) }.sorted { $0.0 < $1.0 }.map(\.1)
            .filter(\.isTold)
        for start in stride(from: 0, to: names.count, by: ForgottenRecords.most) {
            let message = ForgottenRecords(Array(names[start..<min(start + ForgottenRecords.most, names.count)]))
            guard await isForgotten(message) else { return }
            done.formUnion(message.names)
            talk.info("the centre has forgotten \(message.names.count) records that were forgotten here")
        }
        if all.allSatisfy({ $0.0 <= committed }) { settled = turn } else { await ask() }
    }

    /// - Returns: whether the centre said so in time.
    private func isForgotten(_ message: ForgottenRecords) async -> Bool {
        let digest = message.digest
        answered.withLock { _ = $0.remove(digest) }
        guard send(message.bytes) else { return false }
        let isDone = await came.wait(upTo: patience.answer) { [self] in
            answered.withLock { $0.contains(digest) }
        }
        answered.withLock { $0 = [] }
        if Task.isCancelled { return false }
        silences = isDone ? 0 : silences + 1
        if silences == 1 {
            talk.info(
                "the centre has not said that it forgot what was forgotten here: it is told again, ever more seldom")
        }
        return isDone
    }

    /// The turn of a history that has forgotten nothing, or did before it counted.
    private static let none = ""
}
