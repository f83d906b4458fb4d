import Answers
import Foundation
import Records
import TestSupport
import Testing

/// The unit that exports the day before, for who enables its timer.
@Suite struct NightlyExportTests {
    private static let unit = repository + "/systemd/plated-export.service"
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    /// Runs what the unit runs, with what it sets and what systemd would.
    private func night(_ environment: [String: String] = [:]) throws -> Program.Result {
        let text = try String(contentsOfFile: Self.unit, encoding: .utf8).replacing("\\\n", with: "")
        let start = try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=/bin/sh -c '") })
        let command = String(start.dropFirst("ExecStart=/bin/sh -c '".count).dropLast()).replacing("$$", with: "$")
            .replacing(
                "%%", with: "%")
        #expect(text.contains("\nEnvironment=FORMAT=csv ENDING=.zip OPTIONS=--without-pictures\n"))
        let usual = [
            "FORMAT": "csv", "ENDING": ".zip", "OPTIONS": "--without-pictures", "STATE_DIRECTORY": scene.folder.path,
            "PATH": "/usr/bin:/bin", "TZ": "UTC",
        ]
        let program = try Program.path(of: "plated-hub")
        let line = command.replacing("/usr/bin/plated-hub export", with: "\(program) export --config \(scene.config)")
        return try Program.run(["-c", line], program: "/bin/sh", environment: usual.merging(environment) { $1 })
    }

    @Test func `it has the plates of the day before, and no others`() throws {
        let today = WallTime.now
        func day(_ ago: Int64) -> Substring {
            WallTime(milliseconds: today.milliseconds - ago * 86_400_000).description.prefix(10)
        }
        for (ago, plate) in [(Int64(2), "OLD1"), (1, "AB12CDE"), (0, "NEW1")] {
            try scene.write([scene.event(plate, at: "\(day(ago))T00:00:00Z")], to: "gate\(ago)")
        }
        try scene.build()
        // A night that was broken off.
        try scene.folder.write("half", to: "\(day(1)).zip.part")
        let result = try night()
        #expect(result.status == 0 && result.errors.contains("1 plates were found"), "\(result)")
        let (file, unpacked) = ("\(day(1)).zip", scene.folder.file("unpacked"))
        #expect(Command.succeeds("python3", "-m", "zipfile", "-e", scene.folder.file(file), unpacked))
        let rows = try scene.folder.text("unpacked/events.csv").split(separator: "\r\n")
        #expect(rows.count == 2 && rows[1].contains(",AB12CDE,"))
        // What was made stays as it is.
        let again = try night()
        #expect(again.status == 74 && again.errors.contains("is there already"), "\(again)")
        #expect(try night(["FORMAT": "dataset", "ENDING": "", "OPTIONS": ""]).status == 0)
        #expect(try scene.folder.text("\(day(1))/manifest.csv").hasPrefix("image,"))
    }

    @Test func `it writes into a folder of its own alone, as the hub's user, without network or device`() throws {
        let level = try Program.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=6", Self.unit], program: "/usr/bin/env")
        #expect(level.status == 0, "\(level)")
        let unit = try String(contentsOfFile: Self.unit, encoding: .utf8)
        let hub = try String(contentsOfFile: repository + "/systemd/plated-hub.service", encoding: .utf8)
        #expect(unit.contains("\nDynamicUser=yes\nUser=plated\n") && hub.contains("\nDynamicUser=yes\nUser=plated\n"))
        for line in [
            "StateDirectory=plated-exports", "PrivateNetwork=yes", "ProtectSystem=strict", "CapabilityBoundingSet=",
            "BindReadOnlyPaths=-/var/lib/private/plated-hub -/var/lib/private/plated",
        ] { #expect(unit.contains("\n\(line)\n"), "\(line)") }
        let timer = try String(contentsOfFile: repository + "/systemd/plated-export.timer", encoding: .utf8)
        for line in ["OnCalendar=*-*-* 04:15:00", "Persistent=true", "WantedBy=timers.target"] {
            #expect(timer.contains("\n\(line)\n"), "\(line)")
        }
    }
}
