import Foundation
import Glibc
import Proof
import Records
import TestSupport
import Testing

/// `plated key` and `plated verify`, on logs that the program wrote.
@Suite struct ProofCommandTests {
    private let folder: TemporaryFolder
    private let clip: String
    private var log: String { folder.file("gate.ndjson") }
    private var environment: [String: String] { ["XDG_STATE_HOME": folder.path] }

    init() throws {
        folder = try TemporaryFolder()
        clip = try PlateClip.make("clip.mp4", in: folder)
        try FileManager.default.createDirectory(atPath: folder.file("plated"), withIntermediateDirectories: true)
    }

    private func scan(sealed: Bool = true) throws {
        if sealed { _ = try KeyFile(path: folder.file("plated/seal.key")).readOrMake() }
        let result = try Program.run("run", clip, "--log", log, "--camera", "gate", environment: environment)
        #expect(result.status == 0, "\(result.errors)")
    }

    private func schemas() throws -> [String] {
        try folder.text("gate.ndjson").split(separator: "\n").map { line in
            let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return "\(record["schema"] ?? "")\(record["reason"].map { " \($0)" } ?? "")"
        }
    }

    @Test func `a recording's log is chained, sealed where there is a key, and checked`() throws {
        try scan(sealed: false)
        #expect(try schemas() == ["plated.event/1"])
        #expect(!FileManager.default.fileExists(atPath: folder.file("plated/seal.key")))
        try scan()
        #expect(
            try schemas() == ["plated.event/1", "plated.seal/1 start", "plated.event/1", "plated.seal/1 stop"])
        let key = try Program.run("key", environment: environment)
        #expect(key.status == 0 && key.output.contains("fingerprint  SHA256:") && !key.output.contains("PRIVATE"))
        let pem = try Program.run("key", "--pem", environment: environment).output
        #expect(pem.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        for text in [pem, key.output] {
            let file = try folder.write(text, to: "plated.pem")
            let whole = try Program.run("verify", log, "--key", file)
            #expect(whole.status == 0 && whole.output.hasPrefix("\(log): whole\n  4 lines"), "\(whole)")
        }
    }

    @Test func `what was changed is named with file and line, for people and for programs`() throws {
        try scan()
        let text = try folder.text("gate.ndjson")
        try folder.write(text.replacing(PlateClip.text, with: "KX73PRO", maxReplacements: 1), to: "gate.ndjson")
        let told = try Program.run("verify", log)
        #expect(told.status == 1 && told.errors.isEmpty)
        #expect(
            told.output.hasPrefix("\(log): NOT WHOLE, 1 finding\n") && told.output.contains("  \(log):2: changed: "))
        let json = try Program.run("verify", log, "--format", "json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(json.status == 1 && object["whole"] as? Bool == false)
        let logs = try #require(object["logs"] as? [[String: Any]])
        let finding = try #require((logs[0]["findings"] as? [[String: Any]])?.first)
        #expect(finding["kind"] as? String == "changed" && finding["line"] as? Int == 2)
        #expect(finding["file"] as? String == log && logs[0]["lines"] as? Int == 3)
    }

    /// What the program of docs/proof.md says of some files.
    private func check(_ files: String...) throws -> Program.Result {
        let page = try String(contentsOfFile: repository + "/docs/proof.md", encoding: .utf8)
        let code = try #require(page.firstMatch(of: /```python\n((?s).*?)```/)?.1)
        try folder.write(String(code), to: "check.py")
        return try Program.run(["/usr/bin/python3", folder.file("check.py")] + files, program: "/usr/bin/env")
    }

    @Test func `the check of docs/proof.md says what verify says, with nothing of ours`() throws {
        func check() throws -> Program.Result { try self.check(folder.file("gate.ndjson.1.gz"), log) }
        try scan()
        try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
        try #require(Command.succeeds("gzip", log + ".1"))
        try scan()
        let whole = try check()
        #expect(whole.status == 0, "\(whole)")
        #expect(whole.output.split(separator: "\n").count { $0.contains(": sealed by ") } == 4)
        #expect(try Program.run("verify", log).status == 0)

        let lines = try folder.text("gate.ndjson").split(separator: "\n").map(String.init)
        let changes: [(line: Int, text: String)] = [
            (3, lines[0] + "\n" + lines[1].replacing("gate", with: "yard") + "\n" + lines[2] + "\n"),
            (2, lines[0] + "\n" + lines[2] + "\n"), (1, lines[1] + "\n" + lines[0] + "\n" + lines[2] + "\n"),
            (3, lines[0] + "\n" + lines[1] + "\n" + lines[2].replacing("stop", with: "hour") + "\n"),
        ]
        for change in changes {
            try folder.write(change.text, to: "gate.ndjson")
            let told = try check()
            #expect(told.status == 1 && told.output.contains("\(log):\(change.line): does not follow"), "\(told)")
            #expect(try Program.run("verify", log).status == 1)
        }
    }

    @Test func `lines that were made up before one that is said to be forgotten are found, by both checks`() throws {
        let keyFile = folder.file("seal.key")
        let written = try Program.run(
            [log, "--spool", folder.file("spool"), "--key", keyFile, "--count", "6"],
            program: Program.path(of: "plated-logwriter"))
        try #require(written.status == 0, "\(written)")
        let whole = try folder.text("gate.ndjson").split(separator: "\n").map(String.init)
        try #require(whole.count == 8)
        let key = try #require(try KeyFile(path: keyFile).read())
        let pem = try folder.write(key.publicKey.pem, to: "pub.pem")
        let seals = try folder.write(whole[0] + "\n" + whole[7] + "\n", to: "seals")

        /// Says in place of line 5 that it was forgotten, and that it followed on the line before it, whatever that is now.
        func check(_ lines: [String], sign: (inout ForgottenLine) throws -> Void, _ words: String) throws -> [Int32] {
            var forgotten = ForgottenLine(
                id: "A", time: .now, camera: "gate", hash: Digest(of: whole[4].utf8),
                previous: Digest(of: lines[3].utf8))
            try sign(&forgotten)
            var lines = lines
            lines[4] = String(decoding: forgotten.line.dropLast(), as: UTF8.self)
            try folder.write(lines.map { $0 + "\n" }.joined(), to: "gate.ndjson")
            let told = try Program.run("verify", log, "--key", pem, "--complete", "--seals", seals)
            #expect(told.output.contains(words), "\(told)")
            let page = try self.check(log)
            #expect(page.output.contains("\(log):5: "), "\(page)")
            return [told.status, page.status]
        }

        var made = whole
        for index in [2, 3] {
            made[index] =
                "{\"schema\":\"plated.event/1\",\"id\":\"\(index)\",\"prev\":\"\(Digest(of: made[index - 1].utf8))\"}"
        }
        #expect(try check(made, sign: { _ in }, "\(log):5: forgotten without a signature") == [1, 1])
        let other = try SealKey()
        // Whose the key is the page's program leaves to its reader.
        #expect(try check(made, sign: { try $0.sign(with: other) }, "\(log):5: forgotten under another key") == [1, 0])
        #expect(
            try check(whole, sign: { try $0.sign(with: key) }, "1 line forgotten: the text was removed\n") == [0, 0])
        // What an older version left.
        #expect(try check(whole, sign: { _ in }, "\(log):1 to this one are not proven") == [1, 1])
        let keyless = try Program.run("verify", log)
        #expect(
            keyless.status == 0 && keyless.output.contains("note: a line was forgotten at \(log):5 without"),
            "\(keyless)")
    }

    @Test func `what cannot be checked is an error, not a finding`() throws {
        try scan()
        let nothing = try Program.run("verify", folder.file("none.ndjson"))
        #expect(nothing.status == 66 && nothing.errors.contains("there is no such file"))
        let key = try Program.run("verify", log, "--key", clip)
        #expect([65, 66].contains(key.status) && key.errors.contains(clip))
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        for (path, words) in [(folder.path, "it is a folder"), ("/dev/null", "there is no Ed25519 key in it")] {
            let told = try Program.run("verify", log, "--key", path)
            #expect([65, 66].contains(told.status) && told.errors.contains(words), "\(told)")
        }
        let pipe = try Program.run("verify", log, "--evidence", folder.file("pipe"))
        #expect(pipe.status == 66 && pipe.errors.contains("there is no folder"))
        let folderless = try Program.run("verify", log, "--evidence", folder.file("none"))
        #expect(folderless.status == 66 && folderless.errors.contains("there is no folder"))
        let seals = try Program.run("verify", log, "--seals", try folder.write("nothing\n", to: "seals"))
        #expect(seals.status == 65 && seals.errors.contains("there is none in it"))
        let keyless = try Program.run("key", environment: ["XDG_STATE_HOME": folder.file("state")])
        #expect(keyless.status == 66 && keyless.errors.contains("The first start of a scanner makes it"))
    }

    @Test func `a key that somebody named and that is none stops the start`() throws {
        let config = try folder.write(
            "log: {file: \(log), seal_key: \(try folder.write("dear diary", to: "diary"))}\n", to: "gate.yaml")
        let refused = try Program.run("run", clip, "-c", config)
        #expect(refused.status == 65 && refused.errors.contains("it is no private key of Ed25519 in PEM"))
    }

    @Test func `the page of proof names each finding, and no other`() throws {
        let named = try Page("docs/proof.md").rows(below: "## Check a log").filter { !$0.hasPrefix("--") }
        #expect(Set(named) == Set(Finding.Kind.allCases.map(\.rawValue)))
    }
}
