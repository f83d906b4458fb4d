import Foundation
import TestSupport
import Testing

/// What the packages' scripts delete when they are purged, in a root of its own. Stand-ins take the places of dpkg's programs.
@Suite struct PurgeTests {
    private let folder: TemporaryFolder
    private var root: String { folder.file("root") }

    private static let dropin = "/etc/systemd/system/plated-hub.service.d/centre.conf"
    private static let scanners = [
        "/etc/plated/gate.yaml", "/etc/plated/gate.credentials", "/var/log/private/plated/gate.ndjson",
        "/var/lib/private/plated/key/seal.key",
    ]
    private static let hubs = [
        "/etc/plated/hub.yaml", "/etc/plated/hub.yaml.before", "/var/lib/private/plated-hub/history.sqlite",
        "/var/lib/private/plated-exports/2026-11-27.zip",
    ]
    private static let links = [
        "/etc/systemd/system/multi-user.target.wants/plated@gate.service",
        "/etc/systemd/system/timers.target.wants/plated-logs.timer",
    ]
    private static let hubLinks = [
        "/etc/systemd/system/multi-user.target.wants/plated-hub.service",
        "/etc/systemd/system/timers.target.wants/plated-export.timer",
    ]

    init() throws {
        folder = try TemporaryFolder()
        // Nothing of what this machine has installed.
        try folder.write("", to: "bin/keep")
        for tool in ["sh", "rm", "rmdir", "find", "cp", "mkdir", "readlink", "head", "grep"] {
            let path = try #require(
                ["/usr/bin/", "/bin/"].map { $0 + tool }.first { FileManager.default.isExecutableFile(atPath: $0) })
            try FileManager.default.createSymbolicLink(atPath: folder.file("bin/\(tool)"), withDestinationPath: path)
        }
        for tool in ["systemctl", "deb-systemd-helper", "deb-systemd-invoke"] {
            try folder.program("#!/bin/sh\necho \(tool) \"$@\" >>'\(folder.file("done"))'\n", to: "bin/\(tool)")
        }
        try state(of: [:])
        for path in Self.scanners + Self.hubs { try folder.write("", to: "root" + path) }
        for path in Self.links + Self.hubLinks {
            try folder.write("", to: "root" + path)
            try FileManager.default.removeItem(atPath: root + path)
            try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: "/nonexistent")
        }
        try folder.write("# Written by plated-hub join.\n[Service]\nIPAddressAllow=any\n", to: "root" + Self.dropin)
    }

    /// What dpkg says of packages.
    private func state(of packages: [String: String]) throws {
        let cases = packages.map { "\($0)) echo \($1) ;;" }.joined(separator: " ")
        try folder.program("#!/bin/sh\ncase $4 in \(cases) *) exit 1 ;; esac\n", to: "bin/dpkg-query")
    }

    private func purge(_ package: String = "") throws -> Program.Result {
        let script = try String(contentsOfFile: repository + "/packaging/\(package)postrm", encoding: .utf8)
        return try Program.run(
            [folder.write(script, to: "postrm"), "purge"], program: "/bin/sh",
            environment: ["DPKG_ROOT": root, "PATH": folder.file("bin")])
    }

    /// Of these, those that are left.
    private func left(_ paths: [String]) -> [String] {
        paths.filter { path in
            var status = stat()
            return lstat(root + path, &status) == 0
        }
    }

    @Test func `a purge deletes all that is of the package, and leaves the hub its own`() throws {
        try state(of: ["plated-hub": "installed"])
        // A unit that somebody masked is no other installation.
        try FileManager.default.createSymbolicLink(
            atPath: root + "/etc/systemd/system/plated@.service", withDestinationPath: "/dev/null")
        let result = try purge()
        #expect(result.status == 0, "\(result)")
        #expect(left(Self.scanners + Self.links).isEmpty)
        #expect(left(Self.hubs + Self.hubLinks) == Self.hubs + Self.hubLinks)
        try state(of: [:])
        #expect(try purge().status == 0)
        #expect(left(["/etc/plated"]).isEmpty)
    }

    @Test func `purging the hub takes what plated-hub join wrote, and nobody else's lines`() throws {
        let source = repository + "/Sources/plated-hub/Sites/UnitLines.swift"
        let writer = try String(contentsOfFile: source, encoding: .utf8)
        #expect(writer.contains("\"# Written by plated-hub join.\""))
        let other = "/etc/systemd/system/plated-hub.service.d/other.conf"
        try folder.write("[Service]\nIPAddressAllow=192.0.2.0/24\n", to: "root" + other)
        let result = try purge("hub/")
        #expect(result.status == 0, "\(result)")
        #expect(left(Self.hubs + Self.hubLinks + [Self.dropin, "/etc/plated"]).isEmpty)
        #expect(left([other]) == [other])
        try FileManager.default.removeItem(atPath: root + other)
        #expect(try purge("hub/").status == 0)
        #expect(left(["/etc/systemd/system/plated-hub.service.d"]).isEmpty)
    }

    @Test(arguments: ["/usr/local", "/opt/plated"])
    func `what another installation uses stays, with its rules of rotation, and that is said`(prefix: String) throws {
        let own = "root" + prefix
        for name in ["plated", "plated-hub"] { try folder.program("#!/bin/sh\n", to: "\(own)/bin/\(name)") }
        try folder.write("rules", to: "\(own)/share/plated/logrotate")
        if prefix != "/usr/local" {
            for unit in ["plated@.service", "plated-hub.service"] {
                let path = try folder.write("", to: "\(own)/lib/systemd/system/\(unit)")
                try FileManager.default.createSymbolicLink(
                    atPath: root + "/etc/systemd/system/\(unit)", withDestinationPath: path)
            }
        }
        let all = Self.scanners + Self.hubs + Self.links + Self.hubLinks + [Self.dropin]
        for package in ["", "hub/"] {
            let result = try purge(package)
            #expect(result.status == 0 && result.errors.contains("installed in \(root)\(prefix)"), "\(result)")
            #expect(left(all) == all, "\(package)")
        }
        #expect(try folder.text("root/etc/logrotate.d/plated") == "rules")
    }

    @Test func `purging the hub leaves the files of scanners that are installed without a package`() throws {
        try folder.program("#!/bin/sh\n", to: "root/usr/local/bin/plated")
        #expect(try purge("hub/").status == 0)
        #expect(left(Self.scanners) == Self.scanners && left(Self.hubs + Self.hubLinks).isEmpty)
    }

    @Test func `a hub that runs is started anew once the folders it holds are gone`() throws {
        let text = try String(contentsOfFile: repository + "/packaging/postrm", encoding: .utf8)
        let script = text.replacing("/run/systemd/system", with: root)
        let result = try Program.run(
            [folder.write(script, to: "postrm"), "purge"], program: "/bin/sh",
            environment: ["DPKG_ROOT": root, "PATH": folder.file("bin")])
        #expect(result.status == 0, "\(result)")
        let done = try folder.text("done").split(separator: "\n")
        #expect(done.last == "deb-systemd-invoke try-restart plated-hub.service", "\(done)")
        #expect(done.contains("deb-systemd-helper purge plated-logs.timer"))
    }

    @Test func `an upgrade starts anew whatever decodes pictures, and has the timer run`() throws {
        let text = try String(contentsOfFile: repository + "/packaging/postinst", encoding: .utf8)
        let script = text.replacing("/run/systemd/system", with: root)
        let result = try Program.run(
            [folder.write(script, to: "postinst"), "configure", "1.0"], program: "/bin/sh",
            environment: ["DPKG_ROOT": root, "PATH": folder.file("bin")])
        #expect(result.status == 0, "\(result)")
        #expect(
            try folder.text("done").split(separator: "\n") == [
                "deb-systemd-helper --quiet was-enabled plated-logs.timer",
                "deb-systemd-helper enable plated-logs.timer", "systemctl --system daemon-reload",
                "deb-systemd-invoke start plated-logs.timer",
                "deb-systemd-invoke try-restart plated@*.service plated-pictures.service",
            ])
    }
}
