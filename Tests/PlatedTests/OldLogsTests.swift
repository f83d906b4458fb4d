import Foundation
import TestSupport
import Testing

/// What deletes logs that are too old, also of a camera that was taken away.
@Suite struct OldLogsTests {
    private static let unit = repository + "/systemd/plated-logs.service"

    /// What the unit runs, for a shell.
    private static func command(_ key: String) throws -> String {
        let lines = try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(key + "=") })
        return String(line.dropFirst(key.count + 1)).replacing("$$", with: "$")
    }

    private static func days() throws -> String {
        let setting = try command("Environment")
        return try #require(setting.split(separator: "=").last.map(String.init))
    }

    @Test func `rotated logs of a month and older go, and nothing else does`() throws {
        let folder = try TemporaryFolder()
        let old = [
            "gone.ndjson-20261001-1790812800.gz", "gone.ndjson-20261002-1790899200", "gate.explain.ndjson-20261001-1",
        ]
        let kept = ["gate.ndjson", "gone.ndjson", "gate.ndjson.damaged-1790812800", "letter.txt", "more/a.ndjson-1"]
        for name in old + kept {
            try folder.write("{}", to: "logs/\(name)")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -33 * 86400)],
                ofItemAtPath: folder.file("logs/\(name)"))
        }
        try folder.write("{}", to: "logs/young.ndjson-20261101-1")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -30 * 86400)],
            ofItemAtPath: folder.file("logs/young.ndjson-20261101-1"))
        let result = try Program.run(
            ["-c", Self.command("ExecStart")], program: "/bin/sh",
            environment: ["LOGS_DIRECTORY": folder.file("logs"), "DAYS": Self.days()])
        #expect(result.status == 0, "\(result)")
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.file("logs"))
        #expect(Set(left) == Set(kept + ["more", "young.ndjson-20261101-1"]))
    }

    @Test func `the first hour, in which the clock may be wrong, deletes nothing`() throws {
        let folder = try TemporaryFolder()
        let command = try Self.command("ExecCondition")
        try #require(command.contains("/proc/uptime"))
        for (uptime, status) in [("3599.90 1.0", Int32(1)), ("3601.00 1.0", 0)] {
            let path = try folder.write(uptime + "\n", to: "uptime")
            let result = try Program.run(
                ["-c", command.replacing("/proc/uptime", with: path)], program: "/bin/sh")
            #expect(result.status == status, "\(uptime): \(result)")
        }
        // A unit that hides that file would be skipped for ever.
        let unit = try String(contentsOfFile: Self.unit, encoding: .utf8)
        #expect(!unit.contains("ProcSubset"))
    }

    @Test func `the timer has its turn each day and on machines that are off at night, after the first hour`() throws {
        let timer = try String(contentsOfFile: repository + "/systemd/plated-logs.timer", encoding: .utf8)
        for line in ["OnBootSec=65min", "OnUnitActiveSec=1d", "WantedBy=timers.target"] {
            #expect(timer.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func `it is the scanners' user without network or device, and logrotate keeps as long`() throws {
        let level = try Program.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=6", Self.unit], program: "/usr/bin/env")
        #expect(level.status == 0, "\(level)")
        let unit = try String(contentsOfFile: Self.unit, encoding: .utf8)
        let scanner = try String(contentsOfFile: repository + "/systemd/plated@.service", encoding: .utf8)
        // Of two users systemd would give the folder of logs to the one that started last.
        for line in ["\nDynamicUser=yes\nUser=plated\n", "\nLogsDirectory=plated\n"] {
            #expect(unit.contains(line) && scanner.contains(line), "\(line)")
        }
        #expect(unit.contains("\nPrivateNetwork=yes\n") && !unit.contains("StateDirectory="))
        let rotation = try String(contentsOfFile: repository + "/packaging/logrotate", encoding: .utf8)
        let days = try Self.days()
        let kept = try #require(Int(days)) - 1
        #expect(rotation.contains("\n\trotate \(kept)\n") && !rotation.contains("firstaction"))
    }
}
