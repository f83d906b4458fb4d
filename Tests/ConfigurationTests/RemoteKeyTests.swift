import Foundation
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

/// `engine: remote` and its keys.
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
        let beside = try file("engine: remote\nremote: {key_file: mine}\n")
        #expect(beside.problems.isEmpty, "\(beside.problems)")
        #expect(beside.configuration.remote.key?.text == Self.key)
        try folder.write(Self.key, to: "credentials/remote-key")
        let handed = try file(
            "engine: remote\nremote: {key_file: remote-key}\n",
            environment: ["CREDENTIALS_DIRECTORY": folder.file("credentials")])
        #expect(handed.configuration.remote.key?.text == Self.key)
        // What a service will get, seen from outside of it.
        try folder.write(Self.key, to: "gate.remote-key")
        #expect(try file("engine: remote\nremote: {key_file: remote-key}\n").configuration.remote.key?.text == Self.key)
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
            ("  protocol: codeproject", "2: remote.url: is not set"),
            ("  url: ftp://h/", "3: remote.url: expects an address"),
            ("  url: https:///x", "3: remote.url: expects an address"),
            ("  url: https://me:pw@h/", "3: remote.url: has a secret in it"),
            ("  url: https://h/?key=Hunter2", "3: remote.url: has a secret in it"),
            ("  url: http://192.0.2.1/\n  key_file: mine", "3: remote.url: would send the key"),
            ("  sure: 0.9", "remote.key_file: is not set, and vision.googleapis.com answers nobody without a key"),
            (
                "  protocol: plate_recognizer\n  url: https://api.platerecognizer.com/v1/plate-reader/",
                "remote.key_file: is not set"
            ),
            ("  local: none\n  key_file: mine", "2: remote.when: is undecided"),
            ("  key_file: words", "3: remote.key_file: names a file whose first line is no key"),
            ("  key_file: nothing", "3: remote.key_file: names an empty file"),
            ("  key_file: nowhere", "3: remote.key_file: names a file that cannot be read"),
            ("  key_file: remote-key", "3: remote.key_file: names what systemd hands over"),
            (
                "  crops_per_request: 17\n  key_file: mine",
                "3: remote.crops_per_request: is 17, and must be from 1 to 16"
            ),
            ("  sure: 2\n  key_file: mine", "3: remote.sure: is 2, and must be"),
        ]
        for (text, said) in found {
            let problems = try problems("engine: remote\nremote:\n\(text)\n")
            #expect(problems.count == 1, "\(text): \(problems)")
            let parts = said.hasPrefix("remote") ? ["", said[...]] : said.split(separator: ": ", maxSplits: 1)
            // A key that is not there stands nowhere.
            #expect(problems.first?.contains(parts[1]) == true, "\(text): \(problems)")
            #expect(!problems.joined().contains("Hunter"))
        }
    }

    @Test(arguments: [
        "url: http://127.0.0.1:8080/x\n  key_file: mine", "url: http://192.0.2.1/x\n  protocol: codeproject",
        "url: https://h.example/x\n  key_file: mine", "local: none\n  when: all\n  key_file: mine",
        "url: https://notgoogleapis.com/x",
        "url: http://[::1]:80/\n  key_file: mine",
    ])
    func `what can be is taken`(text: String) throws {
        try folder.write(Self.key + "\n", to: "mine")
        #expect(try problems("engine: remote\nremote:\n  \(text)\n") == [])
    }

    @Test func `without engine: remote its keys are not judged together, and nothing is sent with pseudonyms`() throws {
        #expect(try problems("remote:\n  protocol: codeproject\n  local: none\n") == [])
        let hidden = try file("engine: remote\nprivacy: pseudonym\n").configuration
        #expect(hidden.remoteProblems.map(\.key) == ["remote.key_file", "engine"])
        #expect(hidden.localEngine == .tesseract)
    }
}
