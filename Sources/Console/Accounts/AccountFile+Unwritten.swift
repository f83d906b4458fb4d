import Basics
import GRDB
import Records
import Synchronization

/// What the file did not take since its disk is full: nobody is kept out for that. It is written as soon as that works, and a restart forgets it.
struct UnwrittenSessions: Sendable {
    struct Begun: Sendable {
        let name: String
        /// The account's, which is another one once its password is.
        let hash: String
        let ends: WallTime
    }

    var begun: [String: Begun] = [:]
    var ended: Set<String> = []
    var failures: [(who: String, at: Int64)] = []
    /// When it is tried again.
    var next: Int64 = 0

    var isEmpty: Bool { begun.isEmpty && ended.isEmpty && failures.isEmpty }
}

extension AccountFile {
    private static let pause: Int64 = 5000
    private static let mostFailures = 10_000

    /// Whether a session may be in memory alone: the file is well, and cannot be written.
    private func mayWait(_ failure: Failure) -> Bool { failure.status == .inputOutput && damage == nil }

    /// Writes what has to do with sessions, or has it wait in memory.
    func write(
        _ action: String, at now: WallTime, orKeep keep: (inout UnwrittenSessions) -> Void,
        _ body: (Database) throws -> Void
    ) throws(Failure) {
        do throws(Failure) {
            try write(action, body)
        } catch {
            guard mayWait(error) else { throw error }
            unwritten.withLock { unwritten in
                keep(&unwritten)
                unwritten.failures = unwritten.failures.suffix(Self.mostFailures)
                unwritten.next = now.milliseconds + Self.pause
            }
        }
    }

    /// Writes what waits, where there is something and it was not tried a moment ago.
    func writeUnwritten(at now: WallTime) throws(Failure) {
        let due: UnwrittenSessions? = unwritten.withLock { unwritten in
            if unwritten.isEmpty || (1...Self.pause).contains(unwritten.next - now.milliseconds) { return nil }
            unwritten.next = now.milliseconds + Self.pause
            return unwritten
        }
        guard let due else { return }
        do throws(Failure) {
            try write("writing down sessions") { database in
                for (digest, session) in due.begun {
                    try database.execute(
                        sql:
                            "INSERT INTO session(digest, name, ends) SELECT ?, name, ? FROM account WHERE name = ? AND hash = ?",
                        arguments: [digest, session.ends.milliseconds, session.name, session.hash])
                }
                for digest in due.ended {
                    try database.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [digest])
                }
                for (who, time) in due.failures {
                    try database.execute(sql: "INSERT INTO failure(who, at) VALUES(?, ?)", arguments: [who, time])
                }
            }
        } catch {
            if mayWait(error) { return }
            throw error
        }
        unwritten.withLock { unwritten in
            for digest in due.begun.keys { unwritten.begun[digest] = nil }
            unwritten.ended.subtract(due.ended)
            unwritten.failures.removeFirst(min(due.failures.count, unwritten.failures.count))
        }
    }
}
