import CameraSetup
import Foundation
import TestSupport
import Testing

/// A new password and the new file come together or not at all: else the one goes to the other's address.
@Suite struct ApplyPasswordTests {
    private static let named = "source:\n  url: rtsp://192.0.2.10/stream\n  credentials_file: camera\n"
    private static let elsewhere = named.replacing("192.0.2.10", with: "192.0.2.66")

    private func scene(_ yaml: String = Self.named, stored: String = "camera:old\n") throws -> SettingsScene {
        let scene = try SettingsScene()
        try scene.folder.write(yaml, to: "etc/gate.yaml")
        try scene.folder.write(stored, to: "etc/gate.credentials")
        return scene
    }

    @Test(arguments: [true, false])
    func `a file that is changed while it is checked keeps its password`(isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("path")
        let scene = try SettingsScene(whileChecking: {
            guard let file = try? String(contentsOfFile: path, encoding: .utf8) else { return }
            try? "# by hand\n".write(toFile: file, atomically: true, encoding: .utf8)
        })
        try folder.write(scene.file("gate.yaml"), to: "path")
        if isThere {
            try scene.folder.write(Self.named, to: "etc/gate.yaml")
            try scene.folder.write("camera:old\n", to: "etc/gate.credentials")
        }
        let base = isThere ? try scene.version("gate.yaml") : CameraFile.nothing
        let verdict = try scene.apply("gate", Self.elsewhere, base: base, .new(user: "camera", password: "new"))
        #expect(verdict.outcome == .refused && verdict.detail.contains("Nothing was written"), "\(verdict)")
        var wanted = ["gate.yaml": "# by hand\n"]
        if isThere { wanted["gate.credentials"] = "camera:old\n" }
        #expect(try scene.all == wanted && scene.asked == [])
    }

    @Test func `a disk without room for the file keeps its password`() throws {
        let long = Self.named + String(repeating: "# At the barrier of the north gate.\n", count: 600)
        let scene = try scene(long)
        let request = SettingsRequest(
            camera: "gate", yaml: long.replacing("192.0.2.10", with: "192.0.2.66"),
            base: try scene.version("gate.yaml"), credentials: .new(user: "camera", password: "new"))
        try scene.folder.write(String(decoding: JSONEncoder().encode(request), as: UTF8.self) + "\n", to: "request")
        // The password's file is short enough, the camera's is not.
        let result = try Program.run(
            [
                "-c", #"trap '' XFSZ; ulimit -f 8; exec "$0" "$@" <"$REQUEST""#, Program.path(of: "plated-hub"),
                "apply-settings", "--state", scene.etc, "--probe", scene.folder.file("probe.sock"), "--manager",
                scene.folder.file("systemctl"),
            ], program: "/bin/sh", environment: ["REQUEST": scene.folder.file("request")])
        #expect(result.output.contains("Nothing was written. ") && result.output.contains("refused"), "\(result)")
        #expect(try scene.all == ["gate.yaml": long, "gate.credentials": "camera:old\n"] && scene.asked == [])
    }

    @Test(arguments: [true, false])
    func `where the file cannot be put, the old password is put back`(isStored: Bool) throws {
        let scene = try scene()
        if !isStored { try FileManager.default.removeItem(atPath: scene.file("gate.credentials")) }
        // The file before cannot be kept.
        try scene.folder.write("", to: "etc/gate.yaml.before/in the way")
        let verdict = try scene.apply(
            "gate", Self.elsewhere, base: try scene.version("gate.yaml"), .new(user: "camera", password: "new"))
        #expect(verdict.outcome == .refused && verdict.detail.hasPrefix("Nothing was written. "), "\(verdict)")
        #expect(try scene.text("gate.yaml") == Self.named && scene.asked == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.etc)
        #expect(Set(names) == Set(["gate.yaml", "gate.yaml.before"] + (isStored ? ["gate.credentials"] : [])))
        if isStored { #expect(try scene.text("gate.credentials") == "camera:old\n") }
    }

    @Test(arguments: ["camera:old\n", "old\n"])
    func `an empty password takes no password's place`(stored: String) throws {
        let scene = try scene(stored: stored)
        let empty = SettingsRequest.Credentials.new(user: "admin", password: "")
        let verdict = try scene.apply("gate", Self.named, base: try scene.version("gate.yaml"), empty)
        #expect(verdict.outcome == .refused && verdict.detail.contains("type both"), "\(verdict)")
        #expect(try scene.all == ["gate.yaml": Self.named, "gate.credentials": stored] && scene.asked == [])
    }

    @Test func `a camera with a user alone may get another one, and a new one may have none`() throws {
        let scene = try scene(stored: "camera:\n")
        let empty = SettingsRequest.Credentials.new(user: "admin", password: "")
        #expect(try scene.apply("gate", Self.named, base: try scene.version("gate.yaml"), empty).outcome == .running)
        #expect(try scene.text("gate.credentials") == "admin:\n")
        #expect(try scene.apply("yard", Self.named, base: CameraFile.nothing, empty).outcome == .running)
        #expect(try scene.text("yard.credentials") == "admin:\n")
    }
}
