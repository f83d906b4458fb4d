import GRDB
import Records
import TestSupport
import Testing

@testable import History
@testable import PostgreSQLHistory

/// Gaps that begin and whose end no line tells: their scanner was replaced, or lost what it remembers.
@Suite struct UntoldEndTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func time(_ second: Int64) -> WallTime {
        WallTime(milliseconds: HistoryScene.noon.milliseconds + second * 1000)
    }

    /// The line of a gap's beginning or end.
    private func append(_ gap: Int, from start: Int64, to end: Int64? = nil, camera: String = "gate") throws {
        let record = GapRecord(
            id: HistoryScene.id(gap + (end == nil ? 0 : 500)), time: time(end ?? start), camera: camera,
            gap: Gap(id: HistoryScene.id(gap), cause: .lost, start: time(start)), end: end.map(time))
        try scene.append(String(decoding: record.line, as: UTF8.self), to: camera)
    }

    /// Camera, start and end in seconds after noon, -1 for none: the newest first.
    private func told(_ history: any History) async throws -> [String] {
        let second = { (time: WallTime) in (time.milliseconds - HistoryScene.noon.milliseconds) / 1000 }
        return try await history.gaps().map { "\($0.camera) \(second($0.gap.start)) \($0.end.map(second) ?? -1)" }
    }

    @Test(arguments: HistoryEnd.all)
    func `the next gap of a camera ends the one before, until its own end is told`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await scene.history()
        let intake = try await scene.intake(history, "gate", "yard")
        try append(1, from: 10)
        try append(2, from: 20, camera: "yard")
        try await intake.catchUp()
        #expect(try await history.present().gaps.count == 2)
        try append(3, from: 30)
        try await intake.catchUp()
        #expect(try await told(history) == ["gate 30 -1", "yard 20 -1", "gate 10 30"])
        // The camera sees again, as far as anybody knows.
        try append(3, from: 30, to: 40)
        try await intake.catchUp()
        #expect(try await told(history) == ["gate 30 40", "yard 20 -1", "gate 10 30"])
        #expect(try await history.present().gaps.map(\.camera) == ["yard"])
        try append(1, from: 10, to: 15)
        try await intake.catchUp()
        #expect(try await told(history) == ["gate 30 40", "yard 20 -1", "gate 10 15"])
    }

    @Test(arguments: HistoryEnd.all, [false, true])
    func `a beginning that comes late is over where the next gap began, whether that lasts or not`(
        end: HistoryEnd, isOver: Bool
    ) async throws {
        scene.end = end
        try append(3, from: 30)
        if isOver { try append(3, from: 30, to: 40) }
        try append(4, from: 50)
        if isOver { try append(4, from: 50, to: 60) }
        try append(2, from: 10)
        let history = try await scene.filled()
        #expect(
            try await told(history) == ["gate 50 \(isOver ? 60 : -1)", "gate 30 \(isOver ? 40 : 50)", "gate 10 30"])
    }

    @Test(arguments: HistoryEnd.all)
    func `a gap that began while the clock was ahead ends none that began since`(end: HistoryEnd) async throws {
        scene.end = end
        try append(1, from: 100)
        try append(1, from: 100, to: 110)
        try append(2, from: 50)
        let history = try await scene.filled()
        #expect(try await told(history) == ["gate 100 110", "gate 50 -1"])
        repeat {} while try await !history.remove(before: HistoryScene.noon.trusted).isDone
        #expect(try await history.present().gaps.map(\.gap.start) == [time(50)])
        // The next one does.
        try append(3, from: 70)
        #expect(try await told(scene.filled()) == ["gate 100 110", "gate 70 -1", "gate 50 70"])
    }

    @Test(arguments: HistoryEnd.all)
    func `a gap of an earlier run whose clock was ahead ends none before it has begun`(end: HistoryEnd) async throws {
        scene.end = end
        let ahead = WallTime.now.milliseconds / 1000 + 3600 - HistoryScene.noon.milliseconds / 1000
        try append(9, from: ahead)
        try append(9, from: ahead, to: ahead + 10)
        try append(2, from: 50)
        let history = try await scene.filled()
        repeat {} while try await !history.remove(before: HistoryScene.noon.trusted).isDone
        #expect(try await told(history) == ["gate \(ahead) \(ahead + 10)", "gate 50 -1"])
    }

    @Test(arguments: HistoryEnd.all, ["gate", nil])
    func `what an earlier version left open is over with the next sweep, and stays so once the later gap is gone`(
        end: HistoryEnd, camera: String?
    ) async throws {
        scene.end = end
        try append(1, from: 10)
        try append(2, from: 30)
        try append(2, from: 30, to: 40)
        try append(3, from: 60, camera: "yard")
        let history = try await scene.filled("gate", "yard")
        let id = HistoryScene.id(1)
        switch end {
        case .sqlite:
            let file = try #require(history as? SQLiteHistory)
            try await file.writing("leaving a gap open") {
                try $0.execute(sql: "UPDATE gap SET end = NULL WHERE id = ?", arguments: [id])
            }
        case .postgresql:
            try Connection(ServerPlace(scene.schema())).script("UPDATE gap SET ended = NULL WHERE id = '\(id)'")
        }
        #expect(try await told(history) == ["yard 60 -1", "gate 30 40", "gate 10 -1"])
        repeat {} while try await !history.remove(before: time(20).trusted, camera: camera).isDone
        #expect(try await told(history) == ["yard 60 -1", "gate 30 40", "gate 10 30"])
        repeat {} while try await !history.remove(before: time(50).trusted, camera: camera).isDone
        #expect(try await told(history) == ["yard 60 -1"])
    }
}
