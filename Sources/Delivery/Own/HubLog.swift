import Basics
import Logging
import Records
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A log of the hub's own, such as `matches.ndjson`: what it made of the lines of cameras. Chained as theirs are, rotated like theirs, and
/// followed by the hub like theirs.
///
/// It is made with its first record. A record that is there already is not written again, so that what is made of the same event once
/// more, after a kill, changes nothing.
package final class HubLog: Sendable {
    /// Identifiers that are known, at most: more than what a kill repeats.
    private static let mostKnown = 20_000

    package let path: String
    private let talk: Logger
    private let worker: Worker
    private let writing: Mutex<Writing>

    private struct Writing {
        var log: EventLog?
        /// The identifiers of the last records, in their order and as a set.
        var order: [String] = []
        var known: Set<String> = []
    }

    package var folder: String { HubLogRotation(path: path).folder }

    /// - Parameter path: in a folder that is there.
    package init(path: String, talk: Logger) {
        self.path = path
        self.talk = talk
        worker = Worker("log of the hub")
        writing = Mutex(Writing())
    }

    /// Has records in the log, on disk, in their order.
    ///
    /// - Returns: why they are not all there; they are to be given again then, and are not written twice.
    package func append(_ records: [any LogRecord & Sendable]) async -> String? {
        if records.isEmpty { return nil }
        return await worker.run { [self] in
            writing.withLock { writing in
                do {
                    let log = try opened(&writing)
                    for record in records where !writing.known.contains(record.id) {
                        know(record.id, in: &writing)
                        try log.record(record)
                    }
                    // What was given before may still wait.
                    if log.backlog > 0 { try log.flush() }
                    return log.backlog > 0 ? "the log \(path) takes nothing" : nil
                } catch {
                    return "\(error)"
                }
            }
        }
    }

    /// What is in its file now; nothing where it cannot be read.
    package func records() async -> [Record] {
        await worker.run { [self] in
            do throws(LogFailure) {
                return try Self.records(in: path)
            } catch {
                talk.warning("\(error)")
                return []
            }
        }
    }

    /// Leaves a file that was rotated. To be called every few seconds.
    package func tend() async {
        await worker.run { [self] in
            writing.withLock { writing in
                // Whatever is wrong, the log has told it, and the next record tries again.
                do { try writing.log?.flush() } catch { talk.debug("\(error)") }
            }
        }
    }

    /// Puts the records of earlier days aside, under the names that logrotate gives, and deletes what is older than it is to be kept.
    ///
    /// - Parameter days: for which records are kept; 0 for ever.
    package func rotate(by time: TrustedTime, days: Int) async {
        await worker.run { [self] in
            writing.withLock { writing in
                let rotation = HubLogRotation(path: path)
                do {
                    if try rotation.putAside(before: time.wall) { try writing.log?.reopen() }
                    try rotation.remove(by: time, days: days)
                } catch {
                    talk.error("\(error); it is tried again in an hour")
                }
            }
        }
    }

    package func close() async {
        await worker.run { [self] in
            writing.withLock { writing in
                do { try writing.log?.close() } catch { talk.error("\(error)") }
                writing.log = nil
            }
        }
    }

    // MARK: - Parts

    private func opened(_ writing: inout Writing) throws -> EventLog {
        if let log = writing.log { return log }
        let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "hub"
        let log = try EventLog(.init(path: path, spool: path + ".spool", camera: name), log: talk, now: { .now })
        // What was written before a kill may have been put aside since, at the end of its day.
        for path in [HubLogRotation(path: path).newestAside, path].compactMap(\.self) {
            for record in try Self.records(in: path) { if let id = record.id { know(id, in: &writing) } }
        }
        writing.log = log
        return log
    }

    private func know(_ id: String, in writing: inout Writing) {
        guard writing.known.insert(id).inserted else { return }
        writing.order.append(id)
        guard writing.order.count > Self.mostKnown else { return }
        writing.known.subtract(writing.order.prefix(Self.mostKnown / 2))
        writing.order.removeFirst(Self.mostKnown / 2)
    }

    private static func records(in path: String) throws(LogFailure) -> [Record] {
        let tail = LogTail(path: path, start: .log)
        var found: [Record] = []
        while let item = try tail.next() {
            if case .line(let line) = item, case .success(let record) = line.record { found.append(record) }
        }
        return found
    }
}
