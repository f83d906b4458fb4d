import Foundation
import Proof
import Records
import TestSupport
import Testing

/// What `plated-fleet` writes for the drills: sites' logs as scanners would have written them.
struct PlayedTrafficTests {
    private func play(_ words: String..., into folder: TemporaryFolder) throws {
        let result = try Program.run([folder.path] + words, program: Program.path(of: "plated-fleet"))
        try #require(result.status == 0, "\(result)")
    }

    private func events(_ log: String) throws -> [PlateEvent] {
        try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
            guard case .plate(let event) = try Record(line: Array($0.utf8)) else { return nil }
            return event
        }
    }

    private func logs(_ folder: TemporaryFolder, sites: [Int], cameras: Int) -> [String] {
        sites.flatMap { site in (0..<cameras).map { folder.file("site\(site)/logs/c\($0).ndjson") } }
    }

    @Test func `days that lie behind are whole logs, sealed each hour, busier by day than by night`() throws {
        let folder = try TemporaryFolder()
        try play("--first", "3", "--sites", "2", "--cameras", "2", "--past", "48", "--rate", "0.02", into: folder)
        var hours = [Int](repeating: 0, count: 24)
        for log in logs(folder, sites: [3, 4], cameras: 2) {
            let reports = try Verifier().verify([log])
            #expect(reports.count == 1 && reports.allSatisfy(\.findings.isEmpty), "\(reports)")
            let seals = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count {
                $0.contains(#""schema":"plated.seal/1""#)
            }
            #expect(seals >= 24 && seals <= 52)
            let events = try events(log)
            #expect(events.map(\.time) == events.map(\.time).sorted())
            let now: Int64 = WallTime.now.milliseconds
            let begin: Int64 = now - 176_400_000
            for event in events {
                let time: Int64 = event.time.milliseconds
                #expect(time > begin && time <= now)
                hours[Int(time / 3_600_000 % 24)] += 1
            }
        }
        let all: Int = hours.reduce(0, +)
        let night: Int = hours[0...4].reduce(0, +)
        let day: Int = hours[12...16].reduce(0, +)
        #expect(all > 2000)
        #expect(day > 2 * night)
    }

    @Test func `pictures that are written are those that the events name, of as many as were asked for`() throws {
        let folder = try TemporaryFolder()
        try play("--sites", "1", "--rate", "0.01", "--past", "10", "--cameras", "2", "--pictures", "0.25", into: folder)
        let all = try logs(folder, sites: [0], cameras: 2).flatMap(events)
        let pictured = all.filter { $0.evidence != nil }
        #expect(pictured.count == all.count / 4 && pictured.count > 20)
        for event in pictured {
            for file in [event.evidence?.crop, event.evidence?.scene].compactMap(\.self) {
                let bytes = try #require(
                    FileManager.default.contents(
                        atPath: folder.file("site0/state/\(event.camera)/evidence/\(file.path)")))
                #expect(bytes.count == file.bytes && "\(Digest(of: Array(bytes)))" == file.sha256)
            }
        }
    }

    @Test func `what is played as it happens is as much as was asked for, and ends now`() throws {
        let folder = try TemporaryFolder()
        let start = WallTime.now.milliseconds
        try play("--sites", "1", "--cameras", "3", "--rate", "60", "--seconds", "2", "--speed", "1800", into: folder)
        let events = try logs(folder, sites: [0], cameras: 3).flatMap(events)
        #expect(events.count > 60 && events.count < 200)
        let times: [Int64] = events.map { $0.time.milliseconds }
        // An hour in two seconds.
        let (first, last): (Int64, Int64) = (times.min() ?? start, times.max() ?? 0)
        #expect(first < start - 3_000_000)
        #expect(last > start - 600_000)
    }

    @Test func `the same seed draws the same vehicles, and another one others`() throws {
        var drawn: [[String]] = []
        // A whole day: an hour of the night has few.
        for seed in ["7", "7", "8"] {
            let folder = try TemporaryFolder()
            try play("--cameras", "1", "--past", "24", "--rate", "0.004", "--seed", seed, "--evidence", into: folder)
            let events = try events(folder.file("site0/logs/c0.ndjson"))
            #expect(events.allSatisfy { $0.evidence?.crop != nil && $0.votes?.isEmpty == false })
            drawn.append(events.map(\.plate))
        }
        let first: [[String]] = drawn.map { Array($0.prefix(50)) }
        #expect(first[0].count == 50)
        #expect(first[0] == first[1])
        #expect(first[0] != first[2])
    }
}
