import Foundation
import TestSupport
import Testing

/// What `scripts/install --hub` and `scripts/package` do with the hub. Stand-ins take the programs' places: those are release builds.
@Suite struct HubInstallationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Program.Result {
        try Program.run(
            [program] + arguments, program: "/usr/bin/env", environment: ["DESTDIR": folder.file("root")], limit: 600)
    }

    private func script(_ name: String, _ arguments: String...) throws -> Program.Result {
        try run(repository + "/scripts/" + name, arguments)
    }

    private func standIn(_ name: String) throws -> String {
        try folder.program("#!/bin/sh\n# libavdevice.so.59\necho \(name) 1.2.3\n", to: name)
    }

    private func files() throws -> Set<String> {
        let root = folder.file("root")
        guard FileManager.default.fileExists(atPath: root) else { return [] }
        return Set(
            try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            })
    }

    private static let own: Set = [
        "usr/bin/plated-hub", "usr/lib/systemd/system/plated-hub.service", "usr/share/man/man1/plated-hub.1.gz",
        "usr/share/plated/hub.yaml", "usr/lib/systemd/system/plated-settings.socket",
        "usr/lib/systemd/system/plated-settings@.service", "usr/lib/systemd/system/plated-export.service",
        "usr/lib/systemd/system/plated-export.timer", "usr/share/plated/behind-caddy",
        "usr/share/plated/caddy/Caddyfile",
        "usr/share/plated/caddy/Caddyfile.home", "usr/share/plated/caddy/plated-hub.conf",
    ]

    @Test func `the hub's files come with it, go without it, and all go in the end`() throws {
        let (plated, hub) = (try standIn("plated"), try standIn("plated-hub"))
        #expect(try script("install", "--prefix", "/usr", "--binary", plated).status == 0)
        let without = try files()
        #expect(without.isDisjoint(with: Self.own))
        let result = try script("install", "--prefix", "/usr", "--binary", plated, "--hub-binary", hub)
        #expect(result.status == 0, "\(result)")
        #expect(try files() == without.union(Self.own))
        // An upgrade leaves it to nobody's memory.
        let forgotten = try script("install", "--prefix", "/usr", "--binary", plated)
        #expect(forgotten.status == 1 && forgotten.errors.contains("--without-hub"), "\(forgotten)")
        #expect(try files() == without.union(Self.own))
        #expect(try script("install", "--prefix", "/usr", "--binary", plated, "--without-hub").status == 0)
        #expect(try files() == without)
        #expect(try script("install", "--prefix", "/usr", "--binary", plated, "--hub-binary", hub).status == 0)
        try folder.write("", to: "root/var/lib/private/plated-hub/history.sqlite")
        try folder.write("", to: "root/var/lib/private/plated-exports/2026-11-27.zip")
        let lines = "root/etc/systemd/system/plated-hub.service.d"
        try folder.write("# Written by plated-hub join.\n[Service]\n", to: "\(lines)/centre.conf")
        try folder.write("[Service]\n", to: "\(lines)/mine.conf")
        try folder.write(
            try String(contentsOfFile: repository + "/config/caddy/plated-hub.conf", encoding: .utf8),
            to: "\(lines)/caddy.conf")
        #expect(try script("uninstall", "--prefix", "/usr", "--purge").status == 0)
        #expect(try files() == ["etc/systemd/system/plated-hub.service.d/mine.conf"])
    }

    @Test func `Caddy's file and the drop-in are written with the name, and somebody else's settings stay`() throws {
        #expect(
            try script(
                "install", "--prefix", "/usr", "--binary", try standIn("plated"), "--hub-binary",
                try standIn("plated-hub")
            ).status == 0)
        let program = folder.file("root/usr/share/plated/behind-caddy")
        let missing = try run(program, ["hub.example"])
        #expect(missing.status == 1 && missing.errors.contains("apt-get install caddy"), "\(missing)")
        let (file, unit) = ("root/etc/caddy/Caddyfile", "root/etc/systemd/system/plated-hub.service.d/caddy.conf")
        try folder.write("example.org {\n}\n", to: file)
        let foreign = try run(program, ["hub.example"])
        #expect(foreign.status == 1 && foreign.errors.contains("has settings of its own"), "\(foreign)")
        #expect(try folder.text(file) == "example.org {\n}\n")
        try FileManager.default.removeItem(atPath: folder.file(file))
        #expect(try run(program, ["--home", "hub.local"]).status == 0)
        #expect(try folder.text(file).contains("\nhttps://hub.local {\n\ttls internal\n"))
        #expect(try run(program, ["hub.example"]).status == 0)
        #expect(try folder.text(file).contains("\nhub.example {\n") && !folder.text(file).contains("tls internal"))
        #expect(try folder.text(unit).contains("SupplementaryGroups=caddy\n"))
        for words in [[], ["a b"], ["-x"], ["hub.example", "other"], ["--off", "hub.example"]] {
            #expect(try run(program, words).status != 0, "\(words)")
        }
        #expect(try run(program, ["--off"]).status == 0)
        #expect(try !files().contains("etc/systemd/system/plated-hub.service.d/caddy.conf"))
    }

    @Test func `in another prefix the unit runs the program that is there`() throws {
        let (plated, hub) = (try standIn("plated"), try standIn("plated-hub"))
        #expect(try script("install", "--prefix", "/opt/x", "--binary", plated, "--hub-binary", hub).status == 0)
        let unit = try folder.text("root/opt/x/lib/systemd/system/plated-hub.service")
        #expect(unit.contains("\nExecStart=/opt/x/bin/plated-hub run\n") && !unit.contains("/usr/"))
    }

    @Test(
        .enabled(
            if: ["/usr/bin/dh_builddeb", "/usr/bin/lintian"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: $0)
            },
            "scripts/install-packages package installs the tools"))
    func `the hub has a package of its own`() throws {
        let (plated, hub) = (try standIn("plated"), try standIn("plated-hub"))
        let built = try script(
            "package", "--unchecked", "--binary", plated, "--hub-binary", hub, "--output", folder.file("out"))
        #expect(built.status == 0, "\(built)")
        let packages = try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).sorted()
        try #require(packages.count == 2 && packages[0].hasPrefix("plated-hub_1.2.3+20"), "\(packages)")
        for (package, isHub) in zip(packages, [true, false]) {
            let unpacked = try run("dpkg-deb", ["-x", folder.file("out/\(package)"), folder.file("root")])
            #expect(unpacked.status == 0, "\(unpacked)")
            #expect(isHub ? Self.own.isSubset(of: try files()) : Self.own.isDisjoint(with: try files()), "\(package)")
            try FileManager.default.removeItem(atPath: folder.file("root"))
        }
    }

    @Test func `the unit's exposure is 1,3 at most, and its user the scanners'`() throws {
        let path = repository + "/systemd/plated-hub.service"
        let level = try run("systemd-analyze", ["security", "--offline=true", "--threshold=13", path])
        #expect(level.status == 0, "\(level)")
        #expect(try run("systemd-analyze", ["security", "--offline=true", "--threshold=12", path]).status != 0)
        let unit = try String(contentsOfFile: path, encoding: .utf8)
        let scanner = try String(contentsOfFile: repository + "/systemd/plated@.service", encoding: .utf8)
        // Of two users systemd would give the folder of logs to the one that started last.
        for line in ["\nDynamicUser=yes\nUser=plated\n", "\nLogsDirectory=plated\n"] {
            #expect(unit.contains(line) && scanner.contains(line), "\(line)")
        }
        #expect(unit.contains("\nReadOnlyPaths=/var/log/private/plated\n"))
        // What sets the clock goes first where something waits for it, and keeps nobody from beginning where nothing does.
        for unit in [unit, scanner] {
            #expect(unit.contains("\nAfter=time-sync.target\n") && !unit.contains("Wants=time-sync.target"))
        }
    }

    @Test func `what writes cameras' settings is root without privileges or network, and is enabled by hand`() throws {
        let path = repository + "/systemd/plated-settings@.service"
        let level = try run("systemd-analyze", ["security", "--offline=true", "--threshold=25", path])
        #expect(level.status == 0, "\(level)")
        let unit = try String(contentsOfFile: path, encoding: .utf8)
        for line in [
            "CapabilityBoundingSet=", "PrivateNetwork=yes", "ProtectSystem=strict", "ReadWritePaths=/etc/plated",
            "NoNewPrivileges=yes",
        ] {
            #expect(unit.contains("\n\(line)\n"), "\(line)")
        }
        let hub = try String(contentsOfFile: repository + "/systemd/plated-hub.service", encoding: .utf8)
        #expect(hub.contains("\nWants=plated-probe.socket\n") && !hub.contains("Wants=plated-settings"))
        #expect(!hub.contains("ReadWritePaths") && unit.contains(" --peer /var/lib/private/plated-hub\n"))
    }
}
