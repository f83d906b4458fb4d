import Foundation
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

/// The keys of a server that reads beside the engine.
@Suite struct RemoteKeyTests {
    private static let key = "Hunter2-Hunter3"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ text: String, environment: [String: String] = [:], forgives: Bool = false) throws
        -> ConfigurationFile
    {
        try folder.write(text, to: "gate.yaml")
        return ConfigurationFile(
            path: folder.file("gate.yaml"),
            surroundings: .init(environment: environment, forgivesForbiddenSecrets: forgives))
    }

    private func problems(_ text: String) throws -> [String] {
        try file(text).problems.map { "\($0.line ?? 0): \($0.key ?? ""): \($0.message)" }
    }

    @Test func `the key comes from a file beside the configuration or from systemd, and is never printed`() throws {
        try folder.write(Self.key + "\n", to: "mine")
        let beside = try file("remote: {protocol: google_vision, key_file: mine}\n")
        #expect(beside.problems.isEmpty, "\(beside.problems)")
        #expect(beside.configuration.remote.key?.text == Self.key)
        try folder.write(Self.key, to: "credentials/remote-key")
        let handed = try file(
            "remote: {protocol: google_vision, key_file: remote-key}\n",
            environment: ["CREDENTIALS_DIRECTORY": folder.file("credentials")])
        #expect(handed.configuration.remote.key?.text == Self.key)
        // What a service will get, seen from outside of it.
        try folder.write(Self.key, to: "gate.remote-key")
        #expect(
            try file("remote: {protocol: google_vision, key_file: remote-key}\n").configuration.remote.key?.text
                == Self.key)
        for configuration in [beside.configuration, handed.configuration] {
            let printed = configuration.effective(model: nil, formats: nil) + "\(configuration)"
            #expect(!printed.contains("Hunter") && printed.contains("key_file: \"***\""))
        }
    }

    @Test func `what cannot be is told with its line, and without the key`() throws {
        try folder.write(Self.key + "\n", to: "mine")
        try folder.write("two words\n", to: "words")
        try folder.write("", to: "nothing")
        let found: [(text: String, said: String)] = [
            ("  protocol: codeproject", "1: remote.url: is not set"),
            ("  url: https://h/", "1: remote.protocol: is not set, so no server is asked"),
            ("  key_file: mine", "1: remote.protocol: is not set, so no server is asked"),
            ("  protocol: google_vision\n  url: ftp://h/", "3: remote.url: expects an address"),
            ("  protocol: google_vision\n  url: https:///x", "3: remote.url: expects an address"),
            ("  protocol: google_vision\n  url: https://me:pw@h/", "3: remote.url: has a secret in it"),
            ("  protocol: google_vision\n  url: https://h/?key=Hunter2", "3: remote.url: has a secret in it"),
            (
                "  protocol: google_vision\n  url: http://192.0.2.1/\n  key_file: mine",
                "3: remote.url: would send the key"
            ),
            (
                "  protocol: google_vision",
                "remote.key_file: is not set, and vision.googleapis.com answers nobody without a key"
            ),
            (
                "  protocol: plate_recognizer\n  url: https://api.platerecognizer.com/v1/plate-reader/",
                "remote.key_file: is not set"
            ),
            (
                "  protocol: google_vision\n  key_file: words",
                "3: remote.key_file: names a file whose first line is no key"
            ),
            ("  protocol: google_vision\n  key_file: nothing", "3: remote.key_file: names an empty file"),
            ("  protocol: google_vision\n  key_file: nowhere", "3: remote.key_file: names a file that cannot be read"),
            ("  protocol: google_vision\n  key_file: remote-key", "3: remote.key_file: names what systemd hands over"),
            ("  crops_per_request: 17", "2: remote.crops_per_request: is 17, and must be from 1 to 16"),
            ("  sure: 2", "2: remote.sure: is 2, and must be"),
            ("  local: none", "2: remote.local: is not a key that plated knows"),
        ]
        for (text, said) in found {
            let problems = try problems("remote:\n\(text)\n")
            #expect(problems.count == 1, "\(text): \(problems)")
            let parts = said.hasPrefix("remote") ? ["", said[...]] : said.split(separator: ": ", maxSplits: 1)
            // A key that is not there stands nowhere.
            #expect(problems.first?.contains(parts[1]) == true, "\(text): \(problems)")
            #expect(!problems.joined().contains("Hunter"))
        }
    }

    @Test(arguments: [
        "google_vision\n  url: http://127.0.0.1:8080/x\n  key_file: mine", "codeproject\n  url: http://192.0.2.1/x",
        "google_vision\n  url: https://h.example/x\n  key_file: mine", "google_vision\n  key_file: mine",
        "google_vision\n  url: https://notgoogleapis.com/x", "google_vision\n  url: http://[::1]:80/\n  key_file: mine",
    ])
    func `what can be is taken`(text: String) throws {
        try folder.write(Self.key + "\n", to: "mine")
        #expect(try problems("remote:\n  protocol: \(text)\n") == [])
    }

    @Test(arguments: ["", "remote: {protocol: google_vision, key_file: mine}\n"])
    func `a camera that is to be read by a server alone is told what reads it, and what the server can do`(
        remote: String
    ) throws {
        try folder.write(Self.key + "\n", to: "mine")
        let problems = try problems("source: {url: /dev/video0}\nengine: remote\n\(remote)")
        #expect(
            problems.count == 1 && problems[0].hasPrefix("2: engine: is remote, and a camera is read on this machine"))
        #expect(problems[0].contains("set remote.protocol, so that the server reads beside it"), "\(problems)")
        #expect(
            try self.problems("engine: remotely\n").first?.hasSuffix("expects one of: auto, tesseract, neural") == true)
    }

    @Test func `nothing is sent with pseudonyms`() throws {
        let text = "remote: {protocol: codeproject, url: http://192.0.2.1/}\n"
        #expect(try file(text).configuration.remotePrivacyProblem == nil)
        #expect(try file("privacy: pseudonym\n").configuration.remotePrivacyProblem == nil)
        #expect(try file(text + "privacy: pseudonym\n").configuration.remotePrivacyProblem?.key == "remote.protocol")
    }
}
