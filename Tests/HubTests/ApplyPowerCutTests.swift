import CameraSetup
import Foundation
import TestSupport
import Testing

/// Between a camera's new password and its new file somebody may cut the power: whatever is on the disk then, no password is beside the other's
/// address.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
struct ApplyPowerCutTests {
    private static let (old, new) = ("camera:old\n", "camera:new\n")
    private static let named = "source:\n  url: rtsp://192.0.2.10/stream\n  credentials_file: camera\n"

    /// What writes the settings, killed before the call of a number.
    ///
    /// - Returns: whether it came to its end before that.
    private func applied(
        _ scene: SettingsScene, _ yaml: String, killedAt number: Int, of calls: String
    ) throws -> Bool {
        let request = SettingsRequest(
            camera: "gate", yaml: yaml, base: try scene.version("gate.yaml"),
            credentials: .new(user: "camera", password: "new"))
        try scene.folder.write(String(decoding: JSONEncoder().encode(request), as: UTF8.self) + "\n", to: "request")
        let result = try Program.run(
            [
                "-c", #"exec /usr/bin/strace -o /dev/null -e "inject=$CALLS" "$0" "$@" <"$REQUEST""#,
                Program.path(of: "plated-hub"), "apply-settings", "--state", scene.etc, "--probe",
                scene.folder.file("probe.sock"), "--manager", scene.folder.file("systemctl"),
            ], program: "/bin/sh",
            environment: [
                "REQUEST": scene.folder.file("request"), "CALLS": "\(calls):signal=SIGKILL:when=\(number)",
            ])
        try #require(!result.errors.contains("strace:"), "\(result)")
        return result.output.contains("running")
    }

    private func text(_ name: String, in scene: SettingsScene) -> String? {
        FileManager.default.fileExists(atPath: scene.file(name)) ? try? scene.text(name) : nil
    }

    @Test(arguments: ["192.0.2.66", "192.0.2.10"])
    func `wherever it is broken off, no password is sent to the other's address`(host: String) throws {
        let scene = try SettingsScene()
        let yaml = Self.named.replacing("192.0.2.10", with: host) + "roi: [0, 0, 1, 0.5]\n"
        let isElsewhere = host == "192.0.2.66"
        var (killed, left) = (0, 0)
        for calls in ["?renameat,?renameat2", "linkat", "unlinkat"] {
            for number in 1...12 {
                try scene.folder.write(Self.named, to: "etc/gate.yaml")
                try scene.folder.write(Self.old, to: "etc/gate.credentials")
                let isDone = try applied(scene, yaml, killedAt: number, of: calls)
                let file = try #require(text("gate.yaml", in: scene))
                let password = text("gate.credentials", in: scene)
                #expect(file == Self.named || file == yaml, "\(calls) \(number): \(file)")
                if isDone {
                    #expect(file == yaml && password == Self.new, "\(calls) \(number): \(password ?? "none")")
                    break
                }
                killed += 1
                left += try scene.all.keys.contains { $0.hasPrefix(".plated-") } ? 1 : 0
                if isElsewhere {
                    #expect(password == nil || password == (file == yaml ? Self.new : Self.old), "\(calls) \(number)")
                } else {
                    // It is the same place: a file that names a password is never without one.
                    #expect(password != nil, "\(calls) \(number)")
                }
            }
        }
        #expect(killed > 5 && left > 2, "\(killed) times killed, \(left) times something was left behind")
        // What was left behind goes with the next change: a password may stand in it.
        try scene.folder.write(Self.named, to: "etc/gate.yaml")
        let verdict = try scene.apply(
            "gate", yaml, base: try scene.version("gate.yaml"), .new(user: "camera", password: "new"))
        #expect(verdict.outcome == .running, "\(verdict)")
        #expect(
            try scene.all == ["gate.yaml": yaml, "gate.yaml.before": Self.named, "gate.credentials": Self.new])
    }
}
