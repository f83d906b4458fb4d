import CameraSetup
import Foundation
import TestSupport
import Testing

/// What writes cameras' files for the console believes it nothing.
@Suite struct ApplySettingsTests {
    private static let gate = "source:\n  url: rtsp://192.0.2.10/stream\n"
    private static let named = gate + "  credentials_file: camera\n"

    @Test func `a new camera gets its file, its password a file of its own, and is started`() throws {
        let scene = try SettingsScene()
        let verdict = try scene.apply(
            "gate", Self.named, base: CameraFile.nothing, .new(user: "camera", password: "p@ss: w/rd"))
        #expect(verdict.outcome == .running && verdict.problems.isEmpty, "\(verdict)")
        #expect(try scene.all == ["gate.yaml": Self.named, "gate.credentials": "camera:p@ss: w/rd\n"])
        func rights(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: scene.file(name))[.posixPermissions] as? Int
        }
        #expect(try rights("gate.yaml") == 0o644 && rights("gate.credentials") == 0o600)
        #expect(scene.asked == ["enable plated@gate.service", "restart plated@gate.service"])
    }

    @Test func `what serves the console says so to people`() throws {
        let result = try Program.run(["apply-settings"], program: Program.path(of: "plated-hub"))
        #expect(result.status == 64 && result.errors.contains("none came on standard input"), "\(result)")
        #expect(result.errors.contains("plated-settings.socket") && result.output.isEmpty, "\(result)")
    }

    @Test func `a change keeps what else the file says, its rights, and the file before`() throws {
        let scene = try SettingsScene()
        let before = "# at the barrier\n" + Self.gate + "log: {explain: /var/log/plated/gate.explain}\n"
        try scene.folder.write(before, to: "etc/gate.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: scene.file("gate.yaml"))
        let verdict = try scene.apply("gate", before + "roi: [0, 0, 0.5, 1]\n", base: try scene.version("gate.yaml"))
        #expect(verdict.outcome == .running, "\(verdict)")
        #expect(try scene.all == ["gate.yaml": before + "roi: [0, 0, 0.5, 1]\n", "gate.yaml.before": before])
        let rights =
            try FileManager.default.attributesOfItem(atPath: scene.file("gate.yaml"))[.posixPermissions] as? Int
        // The file may be older than the camera's service: without that it would be gone after a reboot.
        #expect(rights == 0o640 && scene.asked == ["enable plated@gate.service", "restart plated@gate.service"])
    }

    @Test(arguments: [
        ("hub", gate, "The camera's name has small letters"), ("../gate", gate, "The camera's name has small letters"),
        ("gate", gate + "log: {explain: /etc/cron.d/x}\n", "The console may not write this"),
        ("gate", "source: {url: /etc/shadow}\n", "The console may not write this"),
        ("gate", gate + "formats: {countries: [xx]}\n", "Something is wrong with the settings"),
        ("gate", gate + "roi: [0, 0, 0, 0]\n", "Something is wrong with the settings"),
        ("gate", "roi: [0, 0, 1, 0.5]\n", "Something is wrong with the settings"),
        ("gate", "roi: [", "The console may not write this"),
        ("gate", named, "type user and password anew"),
    ])
    func `what may not be written is not, and nothing is left behind`(camera: String, yaml: String, reason: String)
        throws
    {
        let scene = try SettingsScene()
        // Of a camera of this name that was there once.
        try scene.folder.write("old:password\n", to: "etc/gate.credentials")
        let verdict = try scene.apply(camera, yaml, base: CameraFile.nothing)
        #expect(verdict.outcome == .refused && verdict.detail.contains(reason), "\(verdict)")
        #expect(try scene.all == ["gate.credentials": "old:password\n"] && scene.asked == [])
    }

    @Test func `a stored password goes to no other address`() throws {
        let scene = try SettingsScene()
        try scene.folder.write(Self.named, to: "etc/gate.yaml")
        try scene.folder.write("camera:password\n", to: "etc/gate.credentials")
        let elsewhere = Self.named.replacing("192.0.2.10", with: "192.0.2.66")
        let base = try scene.version("gate.yaml")
        #expect(try scene.apply("gate", elsewhere, base: base).detail.contains("type user and password anew"))
        #expect(
            try scene.apply("gate", elsewhere, base: base, .new(user: "a", password: "b\nlog: x")).outcome == .refused)
        #expect(try scene.apply("gate", elsewhere, base: base, .new(user: "a:b", password: "")).outcome == .refused)
        #expect(try scene.text("gate.yaml") == Self.named && scene.text("gate.credentials") == "camera:password\n")
        let path = Self.named.replacing("/stream", with: "/other")
        #expect(try scene.apply("gate", path, base: base).outcome == .running)
        let none = path.replacing("credentials_file: camera", with: "credentials_file: null")
        #expect(try scene.apply("gate", none, base: try scene.version("gate.yaml"), .removed).outcome == .running)
        #expect(!FileManager.default.fileExists(atPath: scene.file("gate.credentials")))
    }

    @Test func `a file that was changed by hand meanwhile is not written over`() throws {
        let scene = try SettingsScene()
        try scene.folder.write(Self.gate, to: "etc/gate.yaml")
        let base = try scene.version("gate.yaml")
        try scene.folder.write(Self.gate + "# mine\n", to: "etc/gate.yaml")
        #expect(try scene.apply("gate", Self.gate + "roi: [0, 0, 1, 0.5]\n", base: base).outcome == .refused)
        #expect(try scene.apply("gate", Self.gate, base: CameraFile.nothing).outcome == .refused)
        #expect(try scene.all == ["gate.yaml": Self.gate + "# mine\n"])
    }

    @Test(arguments: [true, false])
    func `nor is one that is changed while it is checked`(isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("path")
        let scene = try SettingsScene(whileChecking: {
            guard let file = try? String(contentsOfFile: path, encoding: .utf8) else { return }
            try? "# by hand\n".write(toFile: file, atomically: true, encoding: .utf8)
        })
        try folder.write(scene.file("gate.yaml"), to: "path")
        if isThere { try scene.folder.write(Self.gate, to: "etc/gate.yaml") }
        let base = isThere ? try scene.version("gate.yaml") : CameraFile.nothing
        let verdict = try scene.apply("gate", Self.gate + "roi: [0, 0, 1, 0.5]\n", base: base)
        #expect(verdict.detail == "gate.yaml was changed on the machine at this very moment. Nothing was written.")
        #expect(try scene.all == ["gate.yaml": "# by hand\n"] && scene.asked == [])
    }

    @Test func `links lead nowhere, and a folder that others may write to is left alone`() throws {
        let scene = try SettingsScene()
        let target = try scene.folder.write(Self.gate, to: "elsewhere")
        try FileManager.default.createSymbolicLink(atPath: scene.file("gate.yaml"), withDestinationPath: target)
        let link = try scene.apply("gate", Self.gate, base: CameraFile.nothing)
        #expect(link.outcome == .refused && link.detail.contains("is a link"))
        try FileManager.default.createSymbolicLink(atPath: scene.file("yard.credentials"), withDestinationPath: target)
        _ = try scene.apply("yard", Self.named, base: CameraFile.nothing, .new(user: "a", password: "b"))
        #expect(try scene.folder.text("elsewhere") == Self.gate && scene.text("yard.credentials") == "a:b\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scene.etc)
        let open = try scene.apply("exit", Self.gate, base: CameraFile.nothing)
        #expect(open.outcome == .refused && open.detail.contains("others may write there"))
        #expect(!FileManager.default.fileExists(atPath: scene.file("exit.yaml")))
    }

    @Test func `what nobody can check is not written`() throws {
        let scene = try SettingsScene()
        let verdict = try scene.apply("gate", Self.gate, base: CameraFile.nothing, probe: "none.sock")
        #expect(verdict.outcome == .refused && verdict.detail.contains("No such file"), "\(verdict)")
        #expect(try scene.all == [:])
    }

    @Test func `a camera that does not come up is told, with what its service manager said`() throws {
        let scene = try SettingsScene(manager: "test \"$1\" != restart || { echo 'Job failed.' >&2; exit 1; }")
        let verdict = try scene.apply("gate", Self.gate, base: CameraFile.nothing)
        #expect(
            verdict.outcome == .failed && verdict.detail.contains("Job failed.")
                && verdict.detail.contains("journalctl -u plated@gate"))
        #expect(try scene.all == ["gate.yaml": Self.gate])
    }

    @Test(.enabled(if: geteuid() == 0, "takes root, who can be somebody else"))
    func `another user than the hub's is not answered`() throws {
        let scene = try SettingsScene()
        let client = """
            import socket, subprocess, sys, os
            here = socket.socket(socket.AF_UNIX); here.bind(sys.argv[1]); here.listen(); os.chmod(sys.argv[1], 0o666)
            ask = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(b'{}\\\\n'); print(s.recv(99))"
            asked = subprocess.Popen(["setpriv", "--reuid", "65534", "--clear-groups", sys.executable, "-c", ask, sys.argv[1]])
            other, _ = here.accept()
            done = subprocess.run(sys.argv[2:], stdin=other, stdout=other, stderr=subprocess.PIPE, text=True)
            other.close(); asked.wait()
            print(done.returncode, done.stderr)
            """
        chmod(scene.folder.path, 0o755)
        for (program, arguments) in [
            ("plated-hub", ["apply-settings", "--state", scene.etc]), ("plated", ["setup", "--state", scene.etc]),
        ] {
            let result = try Program.run(
                ["-c", client, scene.folder.file("\(program).sock"), Program.path(of: program)] + arguments,
                program: "/usr/bin/python3")
            #expect(result.output.contains("69 ") && result.output.contains("from another user (65534)"), "\(result)")
        }
    }
}
