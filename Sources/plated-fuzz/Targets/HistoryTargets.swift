import Foundation
import GRDB
import History
import Logging
import Records
import Synchronization
import TestSupport

/// Searches, and the files that they look into.
enum HistoryTargets {
    /// Texts that people look for: what is found is what a slow and simple comparison finds, in the same order.
    static var searches: FuzzTarget {
        FuzzTarget(
            "searches", texts: ["AB12CDE", "ab-12 c*", "*12?*", "??", "*", "A*B*C*", "O0I1", "KÖ7?", "AB12CDEF*"],
            words: ["?", "*", "**", "Ö", "ß", "٣", " ", "-", "AB12", "\u{0}", "\u{301}", "%", "'", "\u{10FFFF}"],
            limit: 128
        ) { text in
            for way in Search.Way.allCases { search(way, text) }
            let cursor = PageCursor(text)
            if let cursor { require(PageCursor(cursor.description) == cursor, "a cursor changed when it was kept") }
        }
    }

    /// Files of a history, damaged: every question is answered or refused with a reason.
    static var files: FuzzTarget {
        FuzzTarget(
            name: "histories", seeds: [seed],
            dictionary: ["SELECT", "plate", "\u{0}\u{0}\u{0}\u{1}", "CREATE VIEW"].map { Array($0.utf8) },
            limit: 512 * 1024, run: open)
    }

    // MARK: - Searches

    /// As they are stored, the oldest first.
    private static let texts: [String] =
        ["AB12CDE", "A812CDE", "AB12COE", "KÖ77", "O0I1", "0OI1", "A", "ABCDEFGHIJKLM", "ABCDEFGHIJKL"]
        + (0..<300).map { String(Int($0) &* 7_919_993 % 60_466_176, radix: 36).uppercased() }

    private static let history: any History = answer {
        let folder = try Self.folder("searches")
        return try await fill(folder)
    }

    private static func search(_ way: Search.Way, _ text: String) {
        let search: Search
        do throws(HistoryFailure) {
            search = try Search(way: way, text: text, distance: 2)
        } catch {
            return require(error.cause == .question && !error.reason.isEmpty, "a refusal without a reason: \(error)")
        }
        // Its own way of finding is another one.
        guard let meant = search.text, way == .exact || way == .pattern else {
            _ = found(search)
            return
        }
        let expected = texts.reversed().filter { fits(Array($0)[...], Array(meant)[...]) }
        require(found(search) == expected, "\(way) \(meant) found something else than \(expected)")
    }

    /// All that is found, in pages of seven.
    private static func found(_ search: Search) -> [String] {
        answer {
            var found: [String] = []
            var cursor: PageCursor?
            repeat {
                let page = try await history.search(search, after: cursor, limit: 7)
                for record in page.records { if case .plate(let event) = record.record { found.append(event.plate) } }
                cursor = page.next
            } while cursor != nil
            return found
        }
    }

    private static func fits(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return fits(text, pattern.dropFirst()) || !text.isEmpty && fits(text.dropFirst(), pattern)
        }
        guard let read = text.first, first == "?" || first == read else { return false }
        return fits(text.dropFirst(), pattern.dropFirst())
    }

    // MARK: - Files

    private static let seed: [UInt8] = answer {
        let folder = try Self.folder("seed")
        do {
            _ = try await fill(folder)
        }
        let path = folder + "/history.db"
        // The same bytes wherever and whenever it was made.
        try await DatabaseQueue(path: path).writeWithoutTransaction { database in
            try database.execute(
                sql: "UPDATE log SET path = 'gate.ndjson', cursor = NULL; PRAGMA journal_mode = DELETE; VACUUM")
        }
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private static func open(_ file: [UInt8]) {
        answer {
            let folder = try Self.folder("file")
            for ending in ["", "-wal", "-shm"]
            where FileManager.default.fileExists(atPath: folder + "/history.db" + ending) {
                try FileManager.default.removeItem(atPath: folder + "/history.db" + ending)
            }
            try Data(file).write(to: URL(filePath: folder + "/history.db"))
            for access in [SQLiteHistory.Access.reading, .writing] {
                do {
                    try await ask(
                        SQLiteHistory(path: folder + "/history.db", access: access), writes: access == .writing)
                } catch let failure as HistoryFailure {
                    require(!failure.reason.isEmpty && failure.cause != .question, "\(failure)")
                }
            }
        }
    }

    /// Whatever may be asked; each may fail for itself.
    private static func ask(_ history: any History, writes: Bool) async throws {
        func attempt(_ body: () async throws -> Void) async throws {
            do { try await body() } catch is HistoryFailure {}
        }
        for way in Search.Way.allCases {
            for text in ["AB12CDE", nil] {
                let search = try Search(way: way, text: text)
                try await attempt {
                    let page = try await history.search(search, limit: 5)
                    _ = try await history.search(search, after: page.next, limit: 5)
                    _ = try await history.pictures(of: page.records)
                }
            }
        }
        try await attempt { _ = try await history.search(Search(way: .pattern, text: "A*"), limit: 5) }
        try await attempt { _ = try await history.search(Search(way: .alike, text: "*12*"), limit: 500) }
        try await attempt { _ = try await history.records(after: 3, limit: 20) }
        try await attempt { _ = try await history.records(id: id(3)) }
        try await attempt { _ = try await history.gaps() }
        try await attempt { _ = try await history.counts() }
        try await attempt { _ = try await history.status() }
        guard writes else { return }
        try await attempt { _ = try await history.forget("A812CDE") }
        try await attempt { _ = try await history.remove(before: time(100).trusted) }
        try await attempt {
            let log = try folder("log") + "/gate.ndjson"
            try Data(event("NEW1", 5000).line).write(to: URL(filePath: log))
            try await Intake(history: history, logs: [log], talk: talk, now: { .now }, limit: { _ in nil }).catchUp()
        }
    }

    // MARK: - What is in them

    private static let talk = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }

    private static func fill(_ folder: String) async throws -> any History {
        var lines = texts.enumerated().flatMap { event($1, $0).line }
        let gap = Gap(id: id(7000), cause: .lost, start: time(1))
        lines += GapRecord(id: id(7000), time: time(2), camera: "gate", gap: gap, end: nil).line
        try Data(lines).write(to: URL(filePath: folder + "/gate.ndjson"))
        let history = try SQLiteHistory(path: folder + "/history.db")
        try await Intake(
            history: history, logs: [folder + "/gate.ndjson"], talk: talk, now: { .now }, limit: { _ in nil }
        ).catchUp()
        return history
    }

    private static func time(_ second: Int) -> WallTime {
        WallTime(milliseconds: 1_795_348_800_000 + Int64(second) * 1000)
    }

    private static func id(_ number: Int) -> String {
        "01M7" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)"
    }

    private static func event(_ plate: String, _ number: Int) -> PlateEvent {
        PlateEvent(
            id: id(number), time: time(number), camera: "gate", plate: plate, plateRaw: plate, confidence: 0.9,
            candidates: [
                PlateCandidate(plate: plate, confidence: 0.8), PlateCandidate(plate: plate + "X", confidence: 0.2),
            ],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time(number),
            lastSeen: time(number), engine: "none", latencyMilliseconds: 0)
    }

    // MARK: - Parts

    /// A folder of this process.
    private static func folder(_ name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "plated-fuzz-\(getpid())/\(name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    /// Waits for an answer: inputs are taken one after the other. An error is a broken promise.
    @discardableResult
    private static func answer<Value: Sendable>(_ question: @escaping @Sendable () async throws -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Answer<Value>()
        Task {
            do {
                let value = try await question()
                result.value.withLock { $0 = value }
            } catch {
                require(false, "an error of another kind: \(error)")
            }
            done.signal()
        }
        done.wait()
        guard let value = result.value.withLock({ $0 }) else { fatalError("property: no answer") }
        return value
    }
}

private final class Answer<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
