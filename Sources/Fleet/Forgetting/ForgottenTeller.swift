import Basics
import History
import Logging
import Records
import Synchronization

/// Tells a centre what its site has forgotten, until that has forgotten it, too. Nothing of it is written down anywhere: the site's history has the
/// place of each record that it forgot, and all of them are told again after a start.
package actor ForgottenTeller {
    /// Between two looks whether there is more.
    private static let pause = Duration.seconds(20)
    /// How long the centre may take.
    private static let patience = Duration.seconds(30)

    private let history: any History
    private let cameras: Set<String>
    private let committed: @Sendable () async -> Int64?
    private let send: @Sendable ([UInt8]) -> Bool
    private let talk: Logger
    private let came = Bell()
    private let done = Mutex<Set<Digest>>([])
    private var last: Int64 = 0

    /// - Parameters:
    ///   - cameras: those whose records the centre gets; empty for all.
    ///   - committed: up to which number the centre has all records; nil where that is not known. What comes later is forgotten as it comes.
    ///   - send: hands something to the centre, now or never.
    package init(
        history: any History, cameras: [String], talk: Logger, committed: @escaping @Sendable () async -> Int64?,
        send: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        self.history = history
        self.cameras = Set(cameras)
        self.talk = talk
        self.committed = committed
        self.send = send
    }

    package nonisolated func take(_ receipt: ForgottenReceipt) {
        done.withLock { _ = $0.insert(receipt.digest) }
        came.ring()
    }

    /// Runs until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                if let committed = await committed() { try await tell(upTo: committed) }
            } catch {
                talk.warning("\(error); what was forgotten here is told to the centre later")
            }
            do { try await Task.sleep(for: Self.pause) } catch { return }
        }
    }

    private func tell(upTo committed: Int64) async throws {
        // An older copy of the centre's history has again what was forgotten.
        if committed < last { done.withLock { $0 = [] } }
        last = committed
        let names = try await history.fold(OtherRecords(ForgottenLine.schema), into: [(Int64, ForgottenRecords.Name)]())
        { [cameras] names, record in
            guard let id = record.record.id, cameras.isEmpty || cameras.contains(record.camera) else { return true }
            names.append((record.seq, ForgottenRecords.Name(camera: record.camera, id: id)))
            return true
        }.filter { $0.0 <= committed }.sorted { $0.0 < $1.0 }.map(\.1).filter(\.isTold)
        for start in stride(from: 0, to: names.count, by: ForgottenRecords.most) {
            let message = ForgottenRecords(Array(names[start..<min(start + ForgottenRecords.most, names.count)]))
            let digest = message.digest
            let isDone: @Sendable () -> Bool = { [self] in done.withLock { $0.contains(digest) } }
            if isDone() { continue }
            guard send(message.bytes), await came.wait(upTo: Self.patience, until: isDone) else { return }
            talk.info("the centre has forgotten \(message.names.count) records that were forgotten here")
        }
    }
}
