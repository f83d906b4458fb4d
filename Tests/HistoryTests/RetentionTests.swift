import Foundation
import Records
import TestSupport
import Testing

@testable import History

@Suite struct RetentionTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func time(_ second: Int64) -> WallTime {
        WallTime(milliseconds: HistoryScene.noon.milliseconds + second * 1000)
    }

    @Test(arguments: HistoryEnd.all)
    func `what is older goes, in portions, and its texts with it`(end: HistoryEnd) async throws {
        scene.end = end
        for number in 0..<2500 {
            // Every third comes again later.
            try scene.append(HistoryScene.event("OLD\(number)", number, lost: ["LOST\(number)"]))
        }
        for number in 0..<2500 where number.isMultiple(of: 3) {
            try scene.append(HistoryScene.event("OLD\(number)", 10_000 + number))
        }
        let history = try await scene.filled()
        var removed: [RemovedRecords] = []
        repeat {
            removed.append(try await history.remove(before: time(5000).trusted))
        } while removed.last?.isDone == false
        #expect(removed.map(\.events) == [1000, 1000, 500])
        #expect(try await history.status().events == 834)
        #expect(try await history.plates(.exact, "OLD1") == [])
        #expect(try await history.plates(.exact, "OLD3") == ["OLD3"])
        #expect(try await history.plates(.candidate, "LOST*") == [])
        if end == .sqlite { try await holdToFiles(history) }
        // Numbers are not given out again.
        try scene.append(HistoryScene.event("NEW", 20_000))
        #expect(try await scene.filled().everything().last?.seq == 3335)
    }

    /// What was removed stands nowhere in the files.
    private func holdToFiles(_ history: any History) async throws {
        let data = try [scene.path, scene.path + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) }
        // The WAL still has old pages; the texts' table has no row.
        _ = try await history.forget("NOBODY")
        let left = try Data(contentsOf: URL(filePath: scene.path))
        #expect(left.range(of: Data("OLD1\u{0}".utf8)) == nil)
        // Neither in the rows of texts, of which there were two, nor in what SQLite moved.
        #expect(left.range(of: Data("LOST".utf8)) == nil)
        #expect(data.contains { $0.range(of: Data("OLD1\u{0}".utf8)) != nil })
    }

    @Test(arguments: HistoryEnd.all)
    func `each camera may have its own time, and other records and gaps go with it`(end: HistoryEnd) async throws {
        scene.end = end
        let gap = Gap(id: HistoryScene.id(1), cause: .lost, start: time(1))
        for camera in ["gate", "yard"] {
            try scene.append(HistoryScene.event("P", 9, camera: camera))
            for end in [nil, time(5)] {
                let record = GapRecord(
                    id: HistoryScene.id(end == nil ? 1 : 2), time: time(end == nil ? 1 : 5), camera: camera, gap: gap,
                    end: end)
                try scene.append(String(decoding: record.line, as: UTF8.self), to: camera)
            }
        }
        let history = try await scene.filled("gate", "yard")
        #expect(try await history.gaps().count == 2)
        let removed = try await history.remove(before: time(9).trusted, camera: "gate")
        #expect(removed.events == 0 && removed.others == 2 && removed.isDone)
        #expect(try await history.gaps().map(\.camera) == ["yard"])
        #expect(try await history.remove(before: time(10).trusted, camera: "gate").events == 1)
        #expect(try await history.everything().map(\.camera) == ["yard", "yard", "yard"])
        #expect(try await history.remove(before: time(10).trusted, camera: "nowhere").isDone)
    }

    @Test(arguments: HistoryEnd.all, [false, true])
    func `the gap of a camera that was taken away goes with its last record, and of one that is blind stays`(
        end: HistoryEnd, isEach: Bool
    ) async throws {
        scene.end = end
        for camera in ["gate", "yard"] {
            let gap = Gap(id: HistoryScene.id(1), cause: .lost, start: time(1))
            let record = GapRecord(id: HistoryScene.id(1), time: time(1), camera: camera, gap: gap, end: nil)
            try scene.append(String(decoding: record.line, as: UTF8.self), to: camera)
        }
        // Of a camera that is blind its scanner still writes.
        try scene.append(HistoryScene.event("P", 9, camera: "yard"))
        let history = try await scene.filled("gate", "yard")
        #expect(try await history.gaps().count == 2)
        repeat {} while try await !history.remove(before: time(5).trusted, camera: isEach ? "gate" : nil).isDone
        if isEach { repeat {} while try await !history.remove(before: time(5).trusted, camera: "yard").isDone }
        #expect(try await history.gaps().map(\.camera) == ["yard"])
    }

    @Test(arguments: HistoryEnd.all)
    func `what was removed does not come back where its log is read once more`(end: HistoryEnd) async throws {
        scene.end = end
        let gap = Gap(id: HistoryScene.id(4), cause: .lost, start: time(1))
        let blind = GapRecord(id: HistoryScene.id(4), time: time(1), camera: "gate", gap: gap, end: nil)
        try scene.append((1...3).map { HistoryScene.event("A\($0)", $0) })
        try scene.append(String(decoding: blind.line, as: UTF8.self))
        let history = try await scene.filled()
        repeat {} while try await !history.remove(before: time(2).trusted, camera: "gate").isDone
        #expect(try await history.events() == ["A2", "A3"])
        let last = try await history.status().last

        // What is taken out of a file makes another of it, which begins with another line.
        let lines = try scene.folder.text("gate.ndjson").split(separator: "\n")
        try scene.folder.write("{}\n" + lines.joined(separator: "\n") + "\n", to: "gate.ndjson")
        let limit = time(2).trusted
        try await Intake(
            history: history, logs: [scene.folder.file("gate.ndjson")], talk: scene.talk.logger, now: { .now },
            limit: { $0 == "gate" ? limit : nil }
        ).catchUp()
        #expect(try await history.events() == ["A2", "A3"])
        // That the camera is blind since then is known all the same.
        #expect(try await history.status().last == last)
        #expect(try await history.gaps().map(\.gap.start) == [time(1)])
        #expect(scene.talk.all.count { $0.contains("older than records are kept: 2") } == 1, "\(scene.talk.all)")
    }

    /// A line of a gap, as it is told at `told`.
    private func append(_ cause: Gap.Cause, _ gap: Int, from start: Int64, to end: Int64? = nil, told: Int64) throws {
        let record = GapRecord(
            id: HistoryScene.id(gap + (end == nil ? 0 : 50)), time: time(told), camera: "gate",
            gap: Gap(id: HistoryScene.id(gap), cause: cause, start: time(start)), end: end.map(time))
        try scene.append(String(decoding: record.line, as: UTF8.self))
    }

    /// A log with gaps from before second 10 that ended before it, ended behind it, ended before and were told of behind, or last.
    private func appendOldGaps() throws {
        try append(.lost, 1, from: 1, told: 1)
        try append(.lost, 1, from: 1, to: 2, told: 2)
        try append(.dark, 2, from: 3, told: 3)
        let forgotten = ForgottenLine(
            id: HistoryScene.id(30), time: time(4), camera: "gate", hash: Digest.zero, previous: Digest.zero)
        try scene.append(String(decoding: forgotten.line, as: UTF8.self))
        try append(.stalled, 3, from: 5, told: 5)
        // The last one: none that comes later ends it.
        try append(.frozen, 4, from: 7, told: 7)
        try append(.stalled, 3, from: 5, to: 8, told: 12)
        try scene.append(HistoryScene.event("A1", 15))
        try append(.dark, 2, from: 3, to: 20, told: 20)
    }

    private func read(into history: any History, batchSize: Int) async throws {
        let limit = time(10).trusted
        try await Intake(
            history: history, logs: [scene.folder.file("gate.ndjson")], talk: scene.talk.logger, now: { .now },
            limit: { _ in limit },
            batchSize: batchSize
        ).catchUp()
    }

    @Test(arguments: HistoryEnd.all, [1, 8000])
    func `old gaps are not told again where their log is read once more`(end: HistoryEnd, batchSize: Int) async throws {
        scene.end = end
        try appendOldGaps()
        let history = try await scene.filled()
        repeat {} while try await !history.remove(before: time(10).trusted, camera: "gate").isDone
        let before = (
            last: try await history.status().last, records: try await history.everything(),
            gaps: try await history.gaps(), counts: try await history.counts()
        )
        #expect(before.gaps.map(\.gap.cause) == [.frozen, .dark] && before.gaps.map(\.end) == [nil, time(20)])
        #expect(before.records.count == 3)

        let text = try scene.folder.text("gate.ndjson")
        try scene.folder.write("{}\n" + text, to: "gate.ndjson")
        try await read(into: history, batchSize: batchSize)
        let logs = try await history.status().logs
        #expect(logs.map(\.lines) == [9 + 10], "it was not read again: this tests nothing")
        #expect(try await history.status().last == before.last)
        #expect(try await history.everything() == before.records)
        #expect(try await history.gaps() == before.gaps)
        #expect(try await history.counts() == before.counts)
    }

    @Test(arguments: HistoryEnd.all, [1, 8000])
    func `a history that begins with old lines has what is kept, and knows who is blind`(
        end: HistoryEnd, batchSize: Int
    ) async throws {
        scene.end = end
        try appendOldGaps()
        let history = try await scene.history()
        try await read(into: history, batchSize: batchSize)
        #expect(try await history.everything().map(\.time) == [time(12), time(15), time(20)])
        repeat {} while try await !history.remove(before: time(10).trusted, camera: "gate").isDone
        #expect(try await history.gaps().map(\.gap.cause) == [.frozen, .dark])
        #expect(try await history.gaps().map(\.end) == [nil, time(20)])
    }

    @Test(arguments: HistoryEnd.all)
    func `where a camera's newest event is gone, the one before is its newest`(end: HistoryEnd) async throws {
        let scene = try HistoryScene(end)
        func newest(_ history: any History) async throws -> [Int64?] {
            try await history.status().cameras.map { camera in
                camera.newest.map { ($0.milliseconds - HistoryScene.noon.milliseconds) / 1000 }
            }
        }
        let day = -86_400.0
        var last = HistoryScene.event("SECRET", 4, second: 9)
        last.lane = "exit"
        try scene.append([
            HistoryScene.event("P1", 1, second: 60 * day), HistoryScene.event("P2", 2, second: 50 * day),
            HistoryScene.event("P3", 3, second: 5), last,
        ])
        try scene.append(HistoryScene.event("SECRET", 5, camera: "yard", second: 100 * day))
        let history = try await scene.filled("gate", "yard")
        #expect(try await newest(history) == [9, Int64(100 * day)])
        _ = try await history.forget("SECRET")
        #expect(try await newest(history) == [5, nil])
        repeat {} while try await !history.remove(before: HistoryScene.noon.trusted).isDone
        #expect(try await newest(history) == [5, nil])
        repeat {} while try await !history.remove(before: WallTime(milliseconds: .max / 2).trusted).isDone
        #expect(try await newest(history) == [nil, nil])
    }
}
