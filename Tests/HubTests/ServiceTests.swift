import Delivery
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import plated_hub

/// The hub as a service: what it reads, how it begins and ends, and what a kill does to it.
@Suite struct HubServiceTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
    }

    @Test func `a plate is found within half a second of its line`() throws {
        let first = try scene.event("AA11AAA")
        try scene.write([first])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found("AA11AAA") == [first.id] })
        // The quickest of some: the tests beside this one hold up the hub and the search for seconds.
        var quickest = Duration.seconds(3600)
        for number in 10..<20 where quickest >= .milliseconds(500) {
            let event = try scene.event("BB\(number)BBB")
            try scene.write([event])
            let start = ContinuousClock.now
            // A search itself takes its time.
            var asked = Duration.zero
            #expect(
                try eventually {
                    let before = ContinuousClock.now
                    defer { asked = before.duration(to: .now) }
                    return try scene.found("BB\(number)BBB") == [event.id]
                })
            quickest = min(quickest, start.duration(to: .now) - asked * 2)
        }
        #expect(quickest < .milliseconds(500))
    }

    @Test func `a log that appears later is read, and one that goes away does no harm`() throws {
        try scene.write([scene.event("AA11AAA")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found("AA11AAA").count == 1 })
        try scene.write([scene.event("BB22BBB", camera: "yard")], to: "yard")
        #expect(try eventually { try scene.found("BB22BBB").count == 1 })
        try FileManager.default.removeItem(atPath: scene.log("gate"))
        try scene.write([scene.event("CC33CCC", camera: "yard")], to: "yard")
        #expect(try eventually { try scene.found("CC33CCC").count == 1 })
        try scene.write([scene.event("DD44DDD")])
        #expect(try eventually { try scene.found("DD44DDD").count == 1 })
        #expect(hub.isRunning)
    }

    @Test func `it begins where there is no log and no folder of logs yet`() throws {
        try FileManager.default.removeItem(atPath: scene.folder.file("logs"))
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.folder.text("said").contains("there is no log yet") })
        try scene.folder.write("", to: "logs/keep")
        try scene.write([scene.event("AA11AAA")])
        #expect(try eventually { try scene.found("AA11AAA").count == 1 })
    }

    @Test func `it tells systemd when it is ready and how it is doing, and ends when it is told to`() throws {
        let manager = try ServiceManager(in: scene.folder)
        try scene.write([scene.event("AA11AAA")])
        let hub = try scene.start(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "4000000"])
        defer { HubScene.end(hub) }
        #expect(eventually { manager.said.contains("READY=1") })
        #expect(eventually { manager.feedings >= 2 })
        #expect(manager.said.contains("STATUS=reading 1 logs, 1 new records"))
        let start = ContinuousClock.now
        kill(hub.processIdentifier, SIGTERM)
        hub.waitUntilExit()
        #expect(start.duration(to: .now) < .seconds(10))
        #expect(hub.terminationStatus == 0 && hub.terminationReason == .exit)
        #expect(manager.said.contains("STOPPING=1"))
    }

    @Test func `SIGUSR1 prints the counters`() throws {
        try scene.write([scene.event("AA11AAA"), scene.event("BB22BBB")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 2 })
        kill(hub.processIdentifier, SIGUSR1)
        #expect(
            try eventually {
                try scene.folder.text("said").contains("2 new records, 0 that were there already")
            })
        #expect(try !scene.folder.text("said").contains("AA11AAA"))
    }

    @Test func `SIGHUP has it look at its logs, and go on`() throws {
        try scene.write([scene.event("AA11AAA")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 1 })
        kill(hub.processIdentifier, SIGHUP)
        #expect(try eventually { try scene.folder.text("said").contains("looking at all 1 logs again") })
        try scene.write([scene.event("BB22BBB")])
        #expect(try eventually { try scene.found().count == 2 })
        #expect(hub.isRunning)
    }

    @Test func `a hub whose lock is deleted takes it again, so that no other begins beside it`() throws {
        try scene.write([scene.event("AA11AAA")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 1 })
        try FileManager.default.removeItem(atPath: scene.history + ".lock")
        #expect(try eventually { try scene.folder.text("said").contains("The hub starts again") })
        #expect(try eventually { try scene.hub("status").output.contains("A hub is running.") })
        try scene.write([scene.event("BB22BBB")])
        #expect(try eventually { try scene.found().count == 2 })
        #expect(hub.isRunning)
    }

    @Test func `a folder that is called like a log is told and not read`() throws {
        let folder = scene.log("old")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try scene.write([scene.event("AA11AAA")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 1 })
        #expect(try scene.folder.text("said").contains("\(folder) is called like a log, and is no regular file"))
        #expect(try !scene.folder.text("said").contains("it is tried again"))
    }

    @Test func `a log that cannot be read is named wherever somebody asks`() throws {
        let log = scene.log("yard")
        try scene.write([scene.event("AA11AAA")])
        try scene.write([scene.event("YY11YYY", camera: "yard")], to: "yard")
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 2 })
        // What nobody can read, root neither.
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
        #expect(try eventually { try scene.hub("status").output.contains("\(log): it cannot be read") })
        #expect(try scene.hub("status", "--format", "json").output.contains("\"is_readable\":false"))
        let gaps = try scene.hub("gaps")
        #expect(
            gaps.output.contains("The log \(log) cannot be read") && !gaps.output.contains("every camera"), "\(gaps)")
    }

    @Test func `a second hub of one history is refused`() throws {
        try scene.write([scene.event("AA11AAA")])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 1 })
        for command in ["run", "rebuild"] {
            let second = try scene.hub(command)
            #expect(second.status == 75 && second.errors.contains("another hub keeps it"), "\(second)")
        }
        #expect(try scene.hub("status").output.hasPrefix("A hub is running.\n"))
    }

    @Test func `killed amid its intake again and again, it has every event once`() throws {
        let records = try (0..<3000).map { try scene.event("N\($0)") }
        try scene.write(Array(records[..<1500]))
        // As logrotate leaves them: the older one packed.
        try FileManager.default.moveItem(atPath: scene.log("gate"), toPath: scene.log("gate") + "-20241120-1")
        #expect(Command.succeeds("gzip", scene.log("gate") + "-20241120-1"))
        try scene.write(Array(records[1500...]))
        for pause in [0.02, 0.05, 0.08, 0.12, 0.2] {
            let hub = try scene.start()
            defer { HubScene.end(hub) }
            #expect(eventually { FileManager.default.fileExists(atPath: scene.history) })
            eventually(within: pause) { false }
            kill(hub.processIdentifier, SIGKILL)
        }
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count >= 3000 })
        let found = try scene.found()
        #expect(found.count == 3000 && Set(found) == Set(records.map(\.id)))
    }

    /// A history with an event that is too old, and one that is not.
    private func oldAndYoung() throws {
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(text.replacing("events_days: 0", with: "events_days: 30"), to: "hub.yaml")
        let day: Int64 = 86_400_000
        let old = WallTime(milliseconds: WallTime.now.milliseconds - 31 * day).description
        let young = WallTime(milliseconds: WallTime.now.milliseconds - 29 * day).description
        try scene.write([scene.event("AA11AAA", at: old), scene.event("BB22BBB", at: young)])
        try scene.build()
        #expect(try scene.found().count == 2)
    }

    @Test func `what is older than its time goes from the history once the clock can be trusted`() async throws {
        try oldAndYoung()
        let (clock, talk) = (TestClock(), Talk())
        clock.advance(by: .zero, wall: .milliseconds(WallTime.now.milliseconds - clock.now.wall.milliseconds))
        // It is ahead, and is set right after half an hour.
        let ahead = Duration.seconds(40 * 86_400)
        clock.advance(by: .zero, wall: ahead)
        let sweeper = Sweeper(
            try HubFile.settings(scene.config), history: try SQLiteHistory(path: scene.history),
            accounts: scene.folder.file("none"), trust: ClockTrust(from: clock.now, log: talk.logger) { false },
            talk: talk.logger)
        #expect(try await sweeper.sweep(at: clock.now) == false)
        #expect(sweeper.limit(of: "gate", at: clock.now) == nil)
        clock.advance(by: .seconds(1800), wall: Duration.seconds(1800) - ahead)
        #expect(try await sweeper.sweep(at: clock.now) == false)
        clock.advance(by: .seconds(1800))
        #expect(try await sweeper.sweep(at: clock.now) == false)
        #expect(try scene.found().count == 2)
        #expect(talk.all.count { $0.contains("nothing is deleted for its age yet") } == 1)
        clock.advance(by: .seconds(1800))
        #expect(try await sweeper.sweep(at: clock.now))
        #expect(sweeper.limit(of: "gate", at: clock.now) != nil)
        #expect(try scene.found().count == 1 && scene.found("BB22BBB").count == 1)
    }

    @Test func `logs of the hub's own become a file a day by a clock that can be trusted alone`() async throws {
        try scene.write([scene.event("AA11AAA")])
        let (clock, talk) = (TestClock(), Talk())
        let sweeper = Sweeper(
            try HubFile.settings(scene.config), history: try SQLiteHistory(path: scene.history),
            accounts: scene.folder.file("none"), trust: ClockTrust(from: clock.now, log: talk.logger) { false },
            talk: talk.logger)
        let log = HubLog(path: scene.log("gate"), talk: talk.logger)
        #expect(await !sweeper.rotate([log], at: clock.now))
        #expect(FileManager.default.fileExists(atPath: scene.log("gate")))
        clock.advance(by: .seconds(3600))
        #expect(await sweeper.rotate([log], at: clock.now))
        #expect(!FileManager.default.fileExists(atPath: scene.log("gate")))
        await log.close()
        // Where nothing is deleted, nobody has to know that it waits.
        #expect(talk.all.isEmpty)
    }

    @Test func `the service takes out what is older than its time, or says what it waits for`() throws {
        try oldAndYoung()
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        // What the kernel of this machine says of its clock decides.
        #expect(
            try eventually {
                let isWaiting = try scene.folder.text("said").contains("nothing is deleted for its age yet")
                return try scene.found().count == (isWaiting ? 2 : 1)
            })
        #expect(try scene.found("BB22BBB").count == 1)
    }
}
