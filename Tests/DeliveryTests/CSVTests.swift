import Answers
import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Delivery

@Suite struct CSVTests {
    private let folder: TemporaryFolder
    /// Midnight between the events 1 and 2.
    private let zone = LocalZone { _ in 43_200 - 2 }

    init() throws { folder = try TemporaryFolder() }

    private func destination(
        days: Int = 30, isTrusted: @escaping @Sendable () -> Bool = { true }
    ) -> CSVDestination {
        var way = CSVWay()
        way.folder = folder.path
        way.days = days
        return CSVDestination(way, name: "day", zone: zone, now: { DeliveryScene.noon }, isTrusted: isTrusted)
    }

    private func rows(_ day: String) throws -> [Substring] {
        try folder.text("day-\(day).csv").split(separator: "\r\n")
    }

    @Test func `each day has its file, with headings and a row for each plate`() async throws {
        let parcels = try (0..<4).map { try Parcel.event($0) }
        #expect(await destination().deliver(parcels) == Delivered(count: 4))
        #expect(try rows("2026-11-22").first?.split(separator: ",").map(String.init) == EventTable.headings)
        #expect(try rows("2026-11-22").count == 3)
        #expect(try rows("2026-11-23").count == 3)
        #expect(try rows("2026-11-23")[1].hasPrefix("2026-11-23T00:00:00.000"))
        // Another hub goes on in the same file.
        #expect(try await destination().deliver([.event(4)]) == Delivered(count: 1))
        #expect(try rows("2026-11-23").count == 4)
    }

    @Test func `matches have files of their own`() async throws {
        let match = MatchRecord(
            id: "01H", time: DeliveryScene.noon, camera: "gate", event: "01A", plate: "AB1", list: "staff",
            kind: "allow", way: .exact, entry: "AB1", chance: 0.9)
        let line = Array(match.line.dropLast())
        let record = StoredRecord(
            seq: 9, camera: "gate", time: match.time, record: try Record(line: line), line: line)
        let parcels = [try Parcel.event(0), Parcel(hub: "site", record: record, folder: { $0 }), try Parcel.event(1)]
        #expect(await destination().deliver(parcels) == Delivered(count: 3))
        #expect(try rows("2026-11-22").count == 3)
        let matches = try folder.text("day.matches-2026-11-22.csv").split(separator: "\r\n")
        #expect(matches.count == 2 && matches[0].split(separator: ",").map(String.init) == MatchTable.headings)
        #expect(matches[1].contains(",gate,AB1,allow,staff,allow,exact,AB1,0.9000,"))
    }

    @Test func `sessions have files of their own`() async throws {
        let session = try Parcel.session()
        #expect(await destination().deliver([try Parcel.event(0), session]) == Delivered(count: 2))
        let rows = try folder.text("day.sessions-2026-11-22.csv").split(separator: "\r\n")
        #expect(rows.count == 2 && rows[0].split(separator: ",").map(String.init) == SessionTable.headings)
        #expect(rows[1].contains(",park,AB1,ended,ended,") && rows[1].contains(",exact,225.0,80.0,no,"))
    }

    @Test func `what was left of a row is taken out before the next`() async throws {
        try folder.write("headings\r\nwhole,row\r\nhalf a r", to: "day-2026-11-22.csv")
        #expect(try await destination().deliver([.event(1)]) == Delivered(count: 1))
        #expect(try rows("2026-11-22").count == 3)
        #expect(try !folder.text("day-2026-11-22.csv").contains("half"))
    }

    @Test func `files go when their days are over, and nothing else does`() async throws {
        for name in ["day-2026-11-12.csv", "day-2026-11-13.csv", "day-notes.csv", "other-2026-11-01.csv"] {
            try folder.write("x", to: name)
        }
        #expect(try await destination(days: 9).deliver([.event(1)]) == Delivered(count: 1))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["day-2026-11-13.csv", "day-2026-11-22.csv", "day-notes.csv", "other-2026-11-01.csv"])
    }

    @Test func `files stay until the clock can be trusted, and go then`() async throws {
        try folder.write("x", to: "day-2026-11-01.csv")
        let isTrusted = Mutex(false)
        let destination = destination(days: 9) { isTrusted.withLock(\.self) }
        await destination.begin()
        #expect(try await destination.deliver([.event(1)]) == Delivered(count: 1))
        #expect(try folder.text("day-2026-11-01.csv") == "x")
        isTrusted.withLock { $0 = true }
        #expect(try await destination.deliver([.event(2)]) == Delivered(count: 1))
        #expect(!FileManager.default.fileExists(atPath: folder.file("day-2026-11-01.csv")))
    }

    @Test func `a record by a clock that was ahead takes no file with it`() async throws {
        try folder.write("x", to: "day-2026-11-20.csv")
        let destination = destination(days: 9)
        await destination.begin()
        #expect(try await destination.deliver([.event(1), .event(500 * 86_400), .event(2)]) == Delivered(count: 3))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["day-2026-11-20.csv", "day-2026-11-22.csv", "day-2026-11-23.csv", "day-2028-04-05.csv"])
    }

    @Test func `a folder that is gone, and a disk that is full, are tried again`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("day-2026-11-22.csv"), withIntermediateDirectories: false)
        let result = try await destination().deliver([.event(1)])
        #expect(result.count == 0 && result.trouble?.verdict == .again(after: nil))
        #expect(result.trouble?.reason.contains("Is a directory") == true, "\(result)")
        #expect(DayFile(path: "/dev/full", headings: "").append("x") == "/dev/full is no file")
    }

    @Test func `a folder that is not there yet keeps nobody else waiting, and gets everything once it is`() async throws
    {
        let scene = try DeliveryScene()
        let history = try scene.history()
        var way = CSVWay()
        way.folder = scene.folder.file("late")
        let late = DestinationSettings(name: "late", way: way)
        let other = ScriptedWay.Script()
        let secrets = SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:])
        let finding = #expect(throws: (any Error).self) { try late.check(secrets: secrets) }
        #expect("\(finding.map { "\($0)" } ?? "")".contains("there is no folder \(way.folder): make or mount it"))
        let delivery = try await scene.delivery([late, DestinationSettings("other", other)], of: history)
        let running = Task { try await delivery.run() }
        defer { running.cancel() }
        try await scene.add(1..<4, to: history)
        #expect(try await eventually { try other.ids.count == 3 && scene.state(of: "late")?.trouble != nil })
        let state = try #require(try scene.state(of: "late"))
        #expect(state.trouble == "there is no folder \(way.folder): make or mount it" && state.delivered == 0)
        try FileManager.default.createDirectory(atPath: way.folder, withIntermediateDirectories: false)
        #expect(try await eventually { try scene.state(of: "late")?.delivered == 3 })
        #expect(try scene.state(of: "late")?.trouble == nil)
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: way.folder).first)
        #expect(try scene.folder.text("late/\(file)").split(separator: "\r\n").count == 4)
    }
}
