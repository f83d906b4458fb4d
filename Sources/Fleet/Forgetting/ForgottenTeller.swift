import Basics
import History
import Logging
import Records

/// Tells a centre what its site has forgotten, until that has forgotten it, too. Nothing of it is written down anywhere: the site's history has the
/// place of each record that it forgot, and all of them are told again after a start.
package actor ForgottenTeller {
    /// How often it is looked whether there is more, and how long at most after the centre could not do it.
    private static let pause = (usual: Duration.seconds(5), longest: Duration.seconds(300))

    private let history: any History
    private let cameras: Set<String>
    private let committed: @Sendable () async -> (upTo: Int64, falls: Int)?
    private let send: @Sendable (ForgottenRecords) async -> Bool
    private let talk: Logger
    private let pause: Duration
    /// What the centre has forgotten, too.
    private var done: Set<ForgottenRecords.Name> = []
    private var falls = 0
    /// When all that was forgotten was done with, as the history tells it; nil before that.
    private var settled: String?
    /// How often in a row the centre did not do it.
    private var failures = 0

    /// - Parameters:
    ///   - cameras: those whose records the centre gets; empty for all.
    ///   - committed: up to which number the centre has all records, nil where that is not known; what comes later is forgotten as it comes. And
    ///     how often it had less than before: an older copy of its history has again what was forgotten.
    ///   - send: tells the centre, and waits until it has forgotten them everywhere.
    package init(
        history: any History, cameras: [String], talk: Logger, pause: Duration = ForgottenTeller.pause.usual,
        committed: @escaping @Sendable () async -> (upTo: Int64, falls: Int)?,
        send: @escaping @Sendable (ForgottenRecords) async -> Bool
    ) {
        self.history = history
        self.cameras = Set(cameras)
        self.talk = talk
        self.pause = pause
        self.committed = committed
        self.send = send
    }

    /// Runs until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do { try await tell() } catch {
                talk.warning("\(error); what was forgotten here is told to the centre later")
            }
            let pause = min(pause * (1 << min(failures, 10)), Self.pause.longest)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    func tell() async throws {
        guard let (committed, falls) = await committed() else { return }
        if falls != self.falls { (done, settled) = ([], nil) }
        self.falls = falls
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
            guard await send(message) else {
                failures += 1
                if failures == 1 {
                    talk.info("the centre has not forgotten yet what was forgotten here: it is told again")
                }
                return
            }
            failures = 0
            done.formUnion(message.names)
            talk.info("the centre has forgotten \(message.names.count) records that were forgotten here")
        }
        if all.allSatisfy({ $0.0 <= committed }) { settled = turn }
    }

    /// The turn of a history that has forgotten nothing, or did before it counted.
    private static let none = ""
}
