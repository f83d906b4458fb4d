import Foundation
import TestSupport
import Testing

/// What `scripts/install`, `scripts/uninstall` and `scripts/package` put where. A stand-in takes the program's place: theirs
/// is a release build.
@Suite struct InstallationTests {
    private static let packagingTools = ["dh_builddeb", "lintian", "mmdebstrap", "ffmpeg"]

    @Test func `install puts exactly these files there, and uninstall takes them away`() throws {
        let folder = try TemporaryFolder()
        let root = folder.file("root")
        try install(prefix: "/usr", in: folder, root: root)
        var files = try Self.files(below: root)
        let formats = try FileManager.default.contentsOfDirectory(atPath: repository + "/config/formats")
        #expect(formats.count > 30)
        for format in formats { #expect(files.remove("/usr/share/plated/formats/\(format)") != nil, "\(format)") }
        for page in try Self.files(below: repository + "/docs").map({ $0.dropFirst() }) {
            #expect(files.remove("/usr/share/doc/plated/docs/\(page)") != nil, "\(page)")
        }
        let models = try FileManager.default.subpathsOfDirectory(atPath: repository + "/models").filter {
            $0.hasSuffix(".md")
        }
        let pages =
            ["BENCHMARKS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICE", "training/README.md"]
            + models.map { "models/\($0)" }
        for page in pages { #expect(files.remove("/usr/share/doc/plated/\(page)") != nil, "\(page)") }
        #expect(
            files == [
                "/etc/logrotate.d/plated", "/usr/bin/plated", "/usr/lib/systemd/system/plated-probe.socket",
                "/usr/lib/systemd/system/plated-probe@.service", "/usr/lib/systemd/system/plated@.service",
                "/usr/lib/systemd/system/plated-pictures.socket", "/usr/lib/systemd/system/plated-pictures.service",
                "/usr/lib/systemd/system/plated-logs.service", "/usr/lib/systemd/system/plated-logs.timer",
                "/usr/share/doc/plated/README.md", "/usr/share/doc/plated/changelog.gz",
                "/usr/share/doc/plated/copyright", "/usr/share/man/man1/plated.1.gz",
                "/usr/share/plated/detector.onnx", "/usr/share/plated/outline.onnx",
                "/usr/share/plated/install-onnxruntime",
                "/usr/share/plated/installed", "/usr/share/plated/logrotate",
                "/usr/share/plated/models/catalogue.yaml", "/usr/share/plated/plate.traineddata",
                "/usr/share/plated/plated.yaml", "/usr/share/plated/reader.onnx",
                "/usr/share/plated/reader_further.onnx", "/usr/share/plated/reader_plate_config.yaml",
            ])
        let removal = try script("uninstall", "--prefix", "/usr", root: root)
        #expect(removal.status == 0, "\(removal.said)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == [])
    }

    @Test func `in another prefix the unit runs the program that is there`() throws {
        let folder = try TemporaryFolder()
        try install(prefix: "/opt/plated", in: folder, root: folder.file("root"))
        let unit = try folder.text("root/opt/plated/lib/systemd/system/plated@.service")
        #expect(unit.contains("\nExecStart=/opt/plated/bin/plated run --service %i"))
        #expect(!unit.contains("/usr/"))
    }

    @Test func `what the user has in etc stays as it is`() throws {
        let folder = try TemporaryFolder()
        let root = folder.file("root")
        try folder.write("mine", to: "root/etc/plated/gate.yaml")
        try install(prefix: "/usr", in: folder, root: root)
        try folder.write("weekly", to: "root/etc/logrotate.d/plated")
        try install(prefix: "/usr", in: folder, root: root)
        #expect(try script("uninstall", "--prefix", "/usr", root: root).status == 0)
        #expect(try Self.files(below: root) == ["/etc/plated/gate.yaml", "/etc/logrotate.d/plated"])
        #expect(try folder.text("root/etc/plated/gate.yaml") == "mine")
        #expect(try folder.text("root/etc/logrotate.d/plated") == "weekly")

        try install(prefix: "/usr", in: folder, root: root)
        #expect(try script("uninstall", "--prefix", "/usr", "--purge", root: root).status == 0)
        #expect(try Self.files(below: root) == [])
    }

    @Test func `nets and the runtime stay when plated is uninstalled, and go with its logs`() throws {
        let folder = try TemporaryFolder()
        let root = folder.file("root")
        let brought = ["/usr/local/share/plated/models/net/net.onnx", "/usr/local/lib/plated/onnxruntime/pyvenv.cfg"]
        for path in brought { try folder.write("", to: "root" + path) }
        for purge in [[], ["--purge"]] {
            try install(prefix: "/usr/local", in: folder, root: root)
            #expect(try script("uninstall", purge[...], root: root).status == 0)
            #expect(try Self.files(below: root) == Set(purge.isEmpty ? brought : []))
        }
        #expect(!FileManager.default.fileExists(atPath: root + "/usr/local/share/plated"))
        #expect(!FileManager.default.fileExists(atPath: root + "/usr/local/lib/plated"))
    }

    @Test func `a wrong call is a clear error`() throws {
        let folder = try TemporaryFolder()
        let cases: [(arguments: [String], words: String)] = [
            (["install", "--prefix", "here"], "the prefix is an absolute path"),
            (["install", "--binary", "/nonexistent"], "/nonexistent is no program"),
            (["uninstall"], "there is no installation in"),
        ]
        for (arguments, words) in cases {
            let result = try script(arguments[0], arguments.dropFirst(), root: folder.file("root"))
            #expect(result.status == 1 && result.said.contains(words), "\(arguments): \(result.said)")
        }
        for (arguments, words) in [
            (["--wheel", "/nonexistent.whl"], "there is no file /nonexistent.whl"),
            (["--wheel", repository + "/LICENSE"], "Its SHA-256 is "), (["--remove"], "there is nothing at"),
        ] {
            let result = try script(
                "install-onnxruntime", ["--prefix", folder.file("runtime")] + arguments[...], root: "")
            #expect(result.status == 1 && result.said.contains(words), "\(arguments): \(result.said)")
        }
        try folder.write("mine", to: "home/letter")
        for arguments in [[], ["--remove"]] {
            let result = try script(
                "install-onnxruntime", ["--prefix", folder.file("home")] + arguments[...], root: "")
            #expect(result.status == 1 && result.said.contains("is no Python environment"), "\(result.said)")
        }
        #expect(try folder.text("home/letter") == "mine")
        #expect(try script("install-onnxruntime", "--magic", root: "").status == 64)
        let unknown = try script("install", "--magic", root: folder.file("root"))
        #expect(unknown.status == 64 && unknown.said.contains("--prefix"), "\(unknown.said)")
    }

    @Test(
        .enabled(
            if: packagingTools.allSatisfy { tool in
                ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + tool) }
            }, "scripts/install-packages package installs the tools"))
    func `the package holds what install installs`() throws {
        let folder = try TemporaryFolder()
        let program = try standIn(in: folder)
        let built = try script("package", "--unchecked", "--binary", program, "--output", folder.file("out"), root: "")
        #expect(built.status == 0, "\(built.said)")
        let packages = try FileManager.default.contentsOfDirectory(atPath: folder.file("out"))
        try #require(packages.count == 1 && packages[0].hasPrefix("plated_1.2.3+20"), "\(packages)")
        let unpacked = try run("dpkg-deb", ["-x", folder.file("out/\(packages[0])"), folder.file("packed")])
        #expect(unpacked.status == 0, "\(unpacked.said)")

        try install(prefix: "/usr", in: folder, root: folder.file("installed"))
        let installed = try Self.files(below: folder.file("installed")).subtracting(["/usr/share/plated/installed"])
        let packed = try Self.files(below: folder.file("packed"))
        #expect(
            packed.subtracting(installed) == [
                "/usr/share/doc/plated/changelog.Debian.gz", "/usr/share/lintian/overrides/plated",
            ])
        #expect(installed.subtracting(packed) == [])
        for file in installed {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.file("installed" + file), andPath: folder.file("packed" + file)), "\(file)")
        }
    }

    @Test func `the unit's exposure is 1,6 at most, and a camera needs no credentials file`() throws {
        let folder = try TemporaryFolder()
        let unit = try String(contentsOfFile: repository + "/systemd/plated@.service", encoding: .utf8)
        let path = try folder.write(unit, to: "plated@gate.service")
        let level = try run("systemd-analyze", ["security", "--offline=true", "--threshold=16", path])
        #expect(level.status == 0, "\(level.said)")
        #expect(try run("systemd-analyze", ["security", "--offline=true", "--threshold=10", path]).status != 0)
        // Without the second line a missing file would keep the scanner from starting.
        #expect(unit.contains("\nLoadCredential=camera:/etc/plated/%i.credentials\nSetCredential=camera:\\n\n"))
    }

    @Test func `what looks at cameras for the console has no folder, and no way to what writes settings`() throws {
        let path = repository + "/systemd/plated-probe@.service"
        let level = try run("systemd-analyze", ["security", "--offline=true", "--threshold=16", path])
        #expect(level.status == 0, "\(level.said)")
        let unit = try String(contentsOfFile: path, encoding: .utf8)
        for word in ["StateDirectory=", "LogsDirectory=", "RuntimeDirectory=", "ReadWritePaths=", "LoadCredential="] {
            #expect(!unit.contains(word), "\(word)")
        }
        let scanner = try String(contentsOfFile: repository + "/systemd/plated@.service", encoding: .utf8)
        // Who connects to the socket finds the folder there; a scanner makes it first, for what is not there cannot be closed.
        #expect(unit.contains("\nInaccessiblePaths=-/run/plated-setup\n"))
        #expect(scanner.contains("\nInaccessiblePaths=/run/plated-setup\n"))
        let starts = scanner.split(separator: "\n").filter { $0.hasPrefix("ExecStartPre=") }
        #expect(starts.first == "ExecStartPre=+/bin/mkdir -p -m 755 /run/plated-setup")
    }

    @Test func `what reads strangers' pictures has no folder, no network and no device, and is enabled by hand`() throws
    {
        let path = repository + "/systemd/plated-pictures.service"
        let level = try run("systemd-analyze", ["security", "--offline=true", "--threshold=10", path])
        #expect(level.status == 0, "\(level.said)")
        let unit = try String(contentsOfFile: path, encoding: .utf8)
        for word in [
            "StateDirectory=", "LogsDirectory=", "RuntimeDirectory=", "ReadWritePaths=", "LoadCredential=",
            "DeviceAllow=", "SupplementaryGroups=", "AF_INET",
        ] {
            #expect(!unit.contains(word), "\(word)")
        }
        for line in ["PrivateNetwork=yes", "PrivateDevices=yes", "IPAddressDeny=any", "CapabilityBoundingSet="] {
            #expect(unit.contains("\n\(line)\n"), "\(line)")
        }
        for other in ["plated-hub.service", "plated@.service"] {
            let unit = try String(contentsOfFile: repository + "/systemd/" + other, encoding: .utf8)
            #expect(!unit.contains("plated-pictures"), "\(other)")
        }
    }

    @Test func `the manual page knows every command`() throws {
        let page = try String(contentsOfFile: repository + "/packaging/plated.1", encoding: .utf8)
        let help = try Program.run("--help").output
        let list = try #require(help.range(of: "SUBCOMMANDS:\n"))
        let commands = help[list.upperBound...].split(separator: "\n").compactMap { line in
            line.hasPrefix("  ") && !line.hasPrefix("   ") ? line.split(separator: " ").first : nil
        }.filter { $0 != "See" }
        #expect(commands.count >= 5)
        for command in commands { #expect(page.contains(".TP\n.B \(command)\n"), "\(command) is missing") }
    }

    // MARK: - Running scripts

    private struct Result {
        var status: Int32
        var said: String
    }

    /// Looks like the program as far as the scripts ask.
    private func standIn(in folder: TemporaryFolder) throws -> String {
        try folder.program("#!/bin/sh\n# libavdevice.so.59\necho plated 1.2.3\n", to: "plated")
    }

    private func install(prefix: String, in folder: TemporaryFolder, root: String) throws {
        let result = try script("install", "--prefix", prefix, "--binary", standIn(in: folder), root: root)
        #expect(result.status == 0, "\(result.said)")
    }

    private func script(_ name: String, _ arguments: String..., root: String) throws -> Result {
        try script(name, arguments[...], root: root)
    }

    private func script(_ name: String, _ arguments: ArraySlice<String>, root: String) throws -> Result {
        try run(repository + "/scripts/" + name, Array(arguments), environment: ["DESTDIR": root])
    }

    private func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        let result = try Program.run(
            [program] + arguments, program: "/usr/bin/env", environment: environment, limit: 600)
        return Result(status: result.status, said: result.output + result.errors)
    }

    /// Paths of the files below a folder, without the folders.
    private static func files(below root: String) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        return Set(paths.map { "/" + $0 })
    }
}
