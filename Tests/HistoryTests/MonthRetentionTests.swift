import Foundation
import Records
import TestSupport
import Testing

@testable import History
@testable import PostgreSQLHistory

/// What goes from a history at a server because its time is over: months as a whole, and what no month has.
@Suite(.enabled(if: PostgreSQLServer.isInstalled)) struct MonthRetentionTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene(.postgresql) }

    @Test func `a month that is over goes as a whole, with its texts; one with pictures gives those first`()
        async throws
    {
        let days = [-70.0, -70, -69, -40, -40, 0]
        try scene.append(
            days.enumerated().map { number, day in
                var event = HistoryScene.event("P\(number)", number, second: day * 86_400, lost: ["LOST\(number)"])
                if number == 3 {
                    let file = PlateEvidence.File(path: "a.jpg", sha256: String(repeating: "1", count: 64), bytes: 9)
                    event.evidence = PlateEvidence(time: event.time, box: event.box, crop: nil, scene: file)
                }
                return event
            })
        let history = try await scene.filled()
        var removed: [RemovedRecords] = []
        repeat {
            removed.append(try await history.remove(before: HistoryScene.noon.trusted))
        } while removed.last?.isDone == false
        #expect(removed.map(\.events).reduce(0, +) == 5)
        // September as a whole; October by its records.
        #expect(removed.first?.events == 3 && removed.flatMap(\.pictures).map(\.file.path) == ["a.jpg"])
        #expect(try await history.plates(.pattern, "*P*") == ["P5"])
        #expect(try await history.plates(.candidate) == ["P5"])
        #expect(try await history.status().events == 1)
        let connection = try Connection(ServerPlace(scene.schema()))
        #expect(try connection.rows("SELECT text FROM plate").texts() == ["P5"])
        #expect(try connection.rows("SELECT text FROM lost").texts() == ["LOST5"])
        #expect(try connection.rows("SELECT count(*) FROM month WHERE number > 0").integer(0, 0) == 3)
    }

    @Test func `two centres that remove old months at once take each once`() async throws {
        let months = 12
        try scene.append(
            (0..<months).map { HistoryScene.event("P\($0)", $0, second: Double($0 - months) * 31 * 86_400) })
        let centres = [try await scene.filled(), try await scene.database()]
        let removed = try await withThrowingTaskGroup(of: [RemovedRecords].self) { group in
            for centre in centres {
                group.addTask {
                    var removed: [RemovedRecords] = []
                    while removed.last?.isDone != true {
                        removed.append(try await centre.remove(before: HistoryScene.noon.trusted))
                    }
                    return removed
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(removed.map(\.events).reduce(0, +) == months)
        let connection = try Connection(ServerPlace(scene.schema()))
        #expect(try connection.rows("SELECT count(*) FROM plate").integer(0, 0) == 0)
        #expect(try await centres[1].status().events == 0)
    }

    @Test func `what a wrong clock wrote goes when its time is over, and counts until then`() async throws {
        let years = [-60.0, -20, -0.2, 0, 40]
        try scene.append(years.enumerated().map { HistoryScene.event("P\($0)", $0, second: $1 * 365 * 86_400) })
        let history = try await scene.filled()
        let connection = try Connection(ServerPlace(scene.schema()))
        let count = "SELECT events FROM month WHERE number = 0"
        #expect(try connection.rows(count).integer(0, 0) == 3)
        var events = 0
        while true {
            let removed = try await history.remove(before: HistoryScene.noon.trusted)
            events += removed.events
            if removed.isDone { break }
        }
        // The month as a whole, and of no month what is older; what is to come stays.
        #expect(events == 3)
        #expect(try await history.plates() == ["P4", "P3"])
        #expect(try connection.rows(count).integer(0, 0) == 1)
        #expect(try connection.rows("SELECT count(*) FROM record_wrong").integer(0, 0) == 1)
        #expect(try await history.status().events == 2)
        #expect(try await history.plates(.pattern, "P*") == ["P4", "P3"])
    }
}
