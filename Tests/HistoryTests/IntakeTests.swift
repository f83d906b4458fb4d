import Basics
import Foundation
import Records
import TestSupport
import Testing

@testable import History

@Suite struct IntakeTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    @Test(arguments: HistoryEnd.all)
    func `what stands in the logs is stored, with numbers without holes and every line as it was`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        let other = #"{"schema":"plated.later/9","id":"x","ts":"2026-11-22T12:00:00Z","camera":"yard","new":[1, 2]}"#
        try scene.append(HistoryScene.event("AB12CDE", 1), HistoryScene.event("XY99ZZZ", 1, camera: "yard"))
        try scene.append(other + "\n", to: "yard")
        let stored = try await scene.filled("gate", "yard").everything()
        #expect(stored.map(\.seq) == [1, 2, 3])
        #expect(stored.map(\.camera) == ["gate", "yard", "yard"])
        #expect(String(decoding: stored[2].line, as: UTF8.self) == other)
        #expect(stored[0].record == .plate(HistoryScene.event("AB12CDE", 1)))
    }

    @Test(arguments: HistoryEnd.all)
    func `a log is followed over rotations and compression, and after a restart from where it was`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1), HistoryScene.event("A2", 2))
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.compress("gate.ndjson.1")
        try scene.append(HistoryScene.event("A3", 3))
        #expect(try await scene.filled().everything().map(\.seq) == [1, 2, 3])
        try scene.append(HistoryScene.event("A4", 4))
        try scene.move("gate.ndjson.1.gz", "gate.ndjson.2.gz")
        try scene.move("gate.ndjson", "gate.ndjson.1")
        try scene.append(HistoryScene.event("A5", 5))
        let history = try await scene.filled()
        #expect(try await history.plates() == ["A5", "A4", "A3", "A2", "A1"])
        #expect(scene.talk.all == [])
    }

    @Test(arguments: HistoryEnd.all)
    func `a record is stored once, however often its log is read`(end: HistoryEnd) async throws {
        scene.end = end
        let events = (1...50).map { HistoryScene.event("A\($0)", $0) }
        try scene.append(events)
        #expect(try await scene.filled().everything().count == 50)
        // Another file with the same records, as a copy that was put back is.
        try scene.move("gate.ndjson", "copy.ndjson")
        let again = try await scene.filled("copy")
        #expect(try await again.everything().count == 50)
        // The same identifier from another camera is another record.
        try scene.append(HistoryScene.event("A1", 1, camera: "yard"))
        #expect(try await scene.filled("yard").everything().count == 51)
    }

    @Test(arguments: HistoryEnd.all)
    func `until when all logs were read is known, and a log that cannot be read holds it up for a while and is named`(
        end: HistoryEnd
    ) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1))
        let history = try await scene.history()
        let clock = TestClock()
        let paths = ["gate", "yard"].map { scene.folder.file("\($0).ndjson") }
        let intake = try await Intake(
            history: history, logs: paths, talk: scene.talk.logger, now: { clock.now.wall }, limit: { _ in nil })
        #expect(history.readUntil == nil)
        try await intake.catchUp()
        let first = clock.now.wall
        #expect(history.readUntil == first)
        try FileManager.default.createDirectory(
            atPath: scene.folder.file("yard.ndjson"), withIntermediateDirectories: false)
        clock.advance(by: .seconds(60))
        try await intake.catchUp()
        #expect(history.readUntil == first && !scene.talk.all.isEmpty)
        let log = try await history.status().logs.first { $0.path == paths[1] }
        #expect(log?.isReadable == false && log?.trouble?.contains("it is not a regular file") == true)
        clock.advance(by: .seconds(300))
        try await intake.catchUp()
        #expect(history.readUntil == clock.now.wall && scene.talk.all.count == 1)
        try FileManager.default.removeItem(atPath: scene.folder.file("yard.ndjson"))
        clock.advance(by: .seconds(1))
        try await intake.catchUp()
        #expect(history.readUntil == clock.now.wall)
        #expect(try await history.status().logs.allSatisfy(\.isReadable))
    }

    @Test(arguments: HistoryEnd.all)
    func `logs in which nothing happens are looked at all the same, and who waits is told`(end: HistoryEnd) async throws
    {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1))
        let history = try await scene.history()
        let clock = TestClock()
        let intake = try await Intake(
            history: history, logs: [scene.folder.file("gate.ndjson")], talk: scene.talk.logger,
            now: { clock.now.wall }, limit: { _ in nil }, batchSize: 100, looks: .milliseconds(20))
        let running = Task { try await intake.run() }
        while try await history.plates().isEmpty { await Task.yield() }
        let arrivals = history.arrivals.stream()
        clock.advance(by: .seconds(15))
        for await _ in arrivals where history.readUntil == clock.now.wall { break }
        running.cancel()
        try await running.value
    }

    @Test(arguments: HistoryEnd.all)
    func `a log of which nothing is heard is read while others are written to all the time`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1))
        // What is written behind a link is no change of the folder that the link is in.
        let elsewhere = try TemporaryFolder()
        try elsewhere.write("", to: "yard.ndjson")
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.file("yard.ndjson"), withDestinationPath: elsewhere.file("yard.ndjson"))
        let history = try await scene.history()
        let paths = ["gate", "yard"].map { scene.folder.file("\($0).ndjson") }
        let intake = try await Intake(
            history: history, logs: paths, talk: scene.talk.logger, now: { .now }, limit: { _ in nil }, batchSize: 100,
            looks: .milliseconds(200))
        let running = Task { try await intake.run() }
        while try await history.plates().isEmpty { await Task.yield() }
        try scene.append(HistoryScene.event("B1", 1, camera: "yard"))
        var number = 2
        while try await history.plates(.exact, "B1").isEmpty {
            try scene.append(HistoryScene.event("A\(number)", number))
            number += 1
            try await Task.sleep(for: .milliseconds(5))
        }
        running.cancel()
        try await running.value
    }

    @Test(arguments: HistoryEnd.all)
    func `a line that comes late is found at its time`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("B1", 1, second: 10), HistoryScene.event("B2", 2, second: 20))
        try scene.append(HistoryScene.event("LATE", 3, second: 15))
        let history = try await scene.filled()
        #expect(try await history.plates() == ["B2", "LATE", "B1"])
        #expect(try await history.plates(.pattern, "*") == ["B2", "LATE", "B1"])
    }

    @Test(arguments: HistoryEnd.all)
    func `records of several logs are stored in the order of their times, and those of one log in its own`(
        end: HistoryEnd
    ) async throws {
        scene.end = end
        for (number, second) in [2.0, 6, 4, 8].enumerated() {
            try scene.append(HistoryScene.event("A\(Int(second))", number, second: second))
        }
        for (number, second) in [1.0, 5, 7, 9].enumerated() {
            try scene.append(HistoryScene.event("B\(Int(second))", number, camera: "yard", second: second))
        }
        // What stands behind a later one in its log does not overtake it.
        #expect(try await scene.filled("gate", "yard").events() == ["B1", "A2", "B5", "A6", "A4", "B7", "A8", "B9"])
    }

    // Others that block threads hold it up for minutes; where the line is not found, it would wait for ever.
    @Test(.timeLimit(.minutes(1)), arguments: HistoryEnd.all)
    func `a line that comes is found within half a second`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1))
        let history = try await scene.history()
        let intake = try await scene.intake(history)
        let running = Task { try await intake.run() }
        var quickest = Duration.seconds(1000)
        for number in 2...20 {
            let start = ContinuousClock.now
            try scene.append(HistoryScene.event("A\(number)", number))
            if number.isMultiple(of: 5) { try scene.move("gate.ndjson", "gate.ndjson.\(100 - number)") }
            while try await history.plates(.exact, "A\(number)").isEmpty { await Task.yield() }
            quickest = min(quickest, .now - start)
        }
        // What this program takes; others may hold up most of them.
        #expect(quickest < .milliseconds(500))
        running.cancel()
        try await running.value
        #expect(try await history.everything().count == 20)
    }

    @Test(arguments: HistoryEnd.all)
    func `what is no record is counted and told, and everything behind it is stored`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append("no json\n{\"schema\":7}\n")
        try scene.append(HistoryScene.event("A1", 1))
        try scene.append("{\"half\":")
        let history = try await scene.filled()
        let log = try #require(try await history.status().logs.first)
        #expect(try await history.plates() == ["A1"])
        #expect(log.lines == 3 && log.unreadable == 2 && log.interruptions == 0 && log.repeated == 0)
        #expect(log.trouble?.hasSuffix("is no record: the field schema is no text") == true)
        #expect(log.latest == HistoryScene.event("A1", 1).time)
        #expect(scene.talk.all.count == 2 && scene.talk.all.allSatisfy { $0.hasPrefix("warning: a line before byte") })
    }

    @Test(arguments: HistoryEnd.all)
    func `a log that was emptied is told, once`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1), HistoryScene.event("A2", 2))
        let history = try await scene.history()
        let intake = try await scene.intake(history)
        try await intake.catchUp()
        try FileManager.default.removeItem(atPath: scene.folder.file("gate.ndjson"))
        try scene.append(HistoryScene.event("B1", 3))
        try await scene.intake(history).catchUp()
        #expect(try await history.plates() == ["B1", "A2", "A1"])
        #expect(try await history.status().logs.first?.interruptions == 1)
        #expect(scene.talk.all.count == 1 && scene.talk.all[0].contains("lines may be missing"))
    }

    @Test(arguments: HistoryEnd.all)
    func `a log in a folder that may not be read keeps no other from being stored`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1))
        try scene.folder.write("a file where a folder should be", to: "yard")
        let history = try await scene.history()
        let logs = [scene.folder.file("yard/yard.ndjson"), scene.folder.file("gate.ndjson")]
        let intake = try await Intake(
            history: history, logs: logs, talk: scene.talk.logger, now: { .now }, limit: { _ in nil })
        for _ in 0..<3 { try await intake.catchUp() }
        #expect(try await history.plates() == ["A1"])
        #expect(scene.talk.all.count == 1 && scene.talk.all[0].hasPrefix("error: looking for rotated logs in"))
        try FileManager.default.removeItem(atPath: scene.folder.file("yard"))
        try scene.folder.write(
            String(decoding: HistoryScene.event("Y1", 1, camera: "yard").line, as: UTF8.self), to: "yard/yard.ndjson")
        try await intake.catchUp()
        #expect(try await history.plates() == ["Y1", "A1"])
        #expect(scene.talk.all.last?.contains("can be read again") == true)
    }

    @Test(arguments: HistoryEnd.all)
    func `a log that could not be read is missed by nobody once it is not followed any more`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        try scene.append(HistoryScene.event("A1", 1))
        try scene.folder.write("a file where a folder should be", to: "yard")
        let history = try await scene.history()
        let yard = scene.folder.file("yard/yard.ndjson")
        try await Intake(history: history, logs: [yard], talk: scene.talk.logger, now: { .now }, limit: { _ in nil })
            .catchUp()
        #expect(try await history.logs().filter { !$0.isReadable }.map(\.path) == [yard])
        try await scene.intake(history).catchUp()
        #expect(try await history.logs().allSatisfy(\.isReadable))
        #expect(try await history.plates() == ["A1"])
    }

    /// What a power cut leaves of the WAL is its beginning, to any byte.
    @Test func `after a power cut nothing is missing and nothing is there twice`() async throws {
        let count = 2500
        for number in 0..<count { try scene.append(HistoryScene.event("P\(number % 700)", number)) }
        let history = try scene.file()
        let logs = [scene.folder.file("gate.ndjson")]
        try await Intake(
            history: history, logs: logs, talk: scene.talk.logger, now: { .now }, limit: { _ in nil }, batchSize: 500
        ).catchUp()
        let wal = try Data(contentsOf: URL(filePath: scene.path + "-wal"))
        let file = try Data(contentsOf: URL(filePath: scene.path))
        let expected = try await history.everything().map(\.line)
        #expect(expected.count == count)
        var lengths: Set<Int> = []
        for part in 0...8 {
            let cut = wal.count * part / 8 - (part.isMultiple(of: 2) ? 0 : 777)
            let other = try HistoryScene()
            try file.write(to: URL(filePath: other.path))
            try wal.prefix(max(0, cut)).write(to: URL(filePath: other.path + "-wal"))
            let left = try other.file()
            lengths.insert(try await left.everything().count)
            // The same log.
            let intake = try await Intake(
                history: left, logs: logs, talk: scene.talk.logger, now: { .now }, limit: { _ in nil })
            try await intake.catchUp()
            let lines = try await left.everything().map(\.line)
            #expect(lines == expected)
            #expect(await intake.repeated == 0)
            #expect(try await left.plates(.exact, "P7", limit: 100).count == 4)
        }
        #expect(lengths.count > 3 && lengths.contains(count) && lengths.allSatisfy { $0.isMultiple(of: 500) })
    }
}
