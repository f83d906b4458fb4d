import Foundation
import TestSupport
import Testing

/// `plated check`: all that `plated run` would refuse before it opens the camera, and nothing else.
@Suite struct CheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func check(_ text: String, _ options: String...) throws -> Program.Result {
        try Program.run(["check", folder.write(text, to: "gate.yaml")] + options)
    }

    /// What is said beside what would read.
    private func complaints(_ result: Program.Result) -> [Substring] {
        result.errors.split(separator: "\n").filter { !$0.hasPrefix("plated: note: engine: auto reads with ") }
    }

    private let camera = "source: {url: \"rtsp://192.0.2.10/x\"}\n"

    @Test func `the configuration that a service has is right outside of systemd, too`() throws {
        try folder.write("camera:Hunter2\n", to: "gate.credentials")
        let result = try check("source:\n  url: rtsp://192.0.2.10/x\n  credentials_file: camera\n")
        #expect(result.status == 0 && complaints(result).isEmpty, "\(result)")
        #expect(result.output.contains("  user: \"camera\"\n  password: \"***\"\n"))
        #expect(!result.output.contains("Hunter2"))
    }

    /// What bash does with the program as $0 and a file as $1.
    private func shell(_ script: String, _ file: String) throws -> (status: Int32, said: String) {
        let said = try folder.handle("said")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script, try Program.path, file]
        process.standardOutput = said
        process.standardError = said
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try folder.text("said"))
    }

    /// As nobody, where we are root and nobody may run the program.
    private static let asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups \"$0\""

    private static var canBeNobody: Bool {
        do { return try CheckTests().shell("\(asNobody) --help", "").status == 0 } catch { return false }
    }

    @Test(.enabled(if: canBeNobody, "only root can give up its rights"))
    func `credentials that only root may read are no problem for a check, and one for who opens the camera`() throws {
        let secret = try folder.write("camera:Hunter2\n", to: "gate.credentials")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        let path = try folder.write(
            "source:\n  url: rtsp://127.0.0.1:1/x\n  credentials_file: camera\n", to: "gate.yaml")
        let check = try shell("\(Self.asNobody) check \"$1\"", path)
        #expect(check.status == 0, "\(check)")
        #expect(
            check.said.contains(
                "plated: note: \(path):3: source.credentials_file: names a file that this user may not read, so"))
        let probe = try shell("\(Self.asNobody) probe -c \"$1\"", path)
        #expect(probe.status == 78, "\(probe)")
        #expect(probe.said.contains("systemd hands it over to a service, and root may read it"))
    }

    @Test(arguments: [
        ("log: {file: FOLDER/a, explain: FOLDER/a}", ":2: log.explain: is the same file as log.file"),
        ("log: {file: FOLDER/a, explain: FOLDER/./a}", ":2: log.explain: is the same file as log.file"),
        ("log: {file: FOLDER/a, explain: FOLDER/a.spool}", ":2: log.explain: is the same file as spool"),
        ("log: {file: FOLDER/gate.yaml}", ":2: log.file: is FOLDER/gate.yaml, which is read"),
        ("log: {seal_key: FOLDER/gate.yaml}", ":2: log.seal_key: it is no private key of Ed25519"),
        ("log: {file: FOLDER/none/a}", ":2: log.file: its folder FOLDER/none does not exist; make it, or name another"),
        ("log: {explain: FOLDER}", ":2: log.explain: is a folder: name a file in it"),
        ("tesseract: {model: /etc/passwd}", "it is no Tesseract model: the name of one ends in .traineddata"),
        ("formats: {countries: [xx]}", "has no formats of \"xx\""),
        ("roi: [[0, 0], [1, 1], [0.5, 0.5]]", ":2: roi: has no area"),
    ])
    func `what run refuses before it opens anything, check refuses`(text: String, message: String) throws {
        func here(_ text: String) -> String { text.replacing("FOLDER", with: folder.path) }
        let result = try check(camera + here(text) + "\n")
        #expect(result.status == 78 && result.output.isEmpty)
        #expect(result.errors.contains(here(message)), "\(result)")
    }

    @Test(arguments: [
        ("FOLDER/none.pem", "FOLDER/none.pem: No such file or directory"), ("FOLDER", "FOLDER: it is no regular file"),
        ("", "names no file: none, system, or the path of certificates in PEM"),
    ])
    func `authorities that are not there are told`(named: String, message: String) throws {
        let text = "source:\n  url: https://127.0.0.1/x\n  authorities: \"\(named)\"\n"
        let result = try check(text.replacing("FOLDER", with: folder.path))
        #expect(result.status == 78)
        let told = "gate.yaml:3: source.authorities: \(message)".replacing("FOLDER", with: folder.path)
        #expect(result.errors.contains(told), "\(result)")
    }

    @Test func `a folder that is missing is told once, and not for the spool that nobody named`() throws {
        let result = try check(camera + "log: {file: \(folder.path)/none/a}")
        #expect(complaints(result).count == 1, "\(result)")
    }

    @Test func `a protocol that FFmpeg does not know is told`() throws {
        let result = try check("source: {url: \"rtps://me:Hunter2@h/x\"}")
        #expect(result.status == 78)
        #expect(result.errors.contains("gate.yaml:1: source.url: FFmpeg knows no protocol \"rtps\""), "\(result)")
        #expect(!result.errors.contains("Hunter2"))
    }

    @Test(arguments: [
        "log: {file: \"rtsp://me:Hunter2@h/x\"}", "log: {explain: \"rtsp://me:Hunter2/x@h/y\"}",
        "log: {file: \"x://me:Hunter2@h/x\", explain: \"x://me:Hunter2@h/x\"}", "source: {url: \"me:Hunter2@h://x\"}",
        "source: {url: \"Hunter2@h://x\"}",
    ])
    func `a password that landed elsewhere is in no message`(text: String) throws {
        let result = try check(text)
        #expect(result.status == 78)
        #expect(!(result.output + result.errors).lowercased().contains("hunter2"), "\(result)")
    }

    @Test func `a source that is to come from the command line is asked for, and can be given`() throws {
        let missing = try check("engine: tesseract\n")
        #expect(missing.status == 78)
        #expect(missing.errors.contains("source.url: is not set") && missing.errors.contains("--source SOURCE"))
        let given = try check("engine: tesseract\n", "--source", "clip.mp4")
        #expect(given.status == 0 && given.output.contains("url: \"clip.mp4\""), "\(given)")
    }

    @Test func `all problems of all phases are told at once`() throws {
        let result = try check(
            """
            magic: 1
            log: {file: \(folder.path)/none/a}
            formats: {countries: [xx]}
            tesseract: {model: \(folder.path)/x.traineddata}
            localiser: neural
            neural: {detector: \(folder.path)/y.onnx}
            """)
        #expect(result.status == 78)
        for part in [
            ":1: magic", "log.file", "source.url", "formats of \"xx\"", "x.traineddata", "/y.onnx",
        ] {
            #expect(result.errors.contains(part), "\(part): \(result.errors)")
        }
        #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("plated: ") })
    }

    @Test func `a pipe is as good as a file`() throws {
        let text = try folder.write(camera, to: "text")
        let result = try shell("\"$0\" check <(cat \"$1\") && cat \"$1\" | \"$0\" check /dev/stdin", text)
        #expect(result.status == 0)
        #expect(result.said.contains("note: /dev/stdin: camera: /dev/stdin gives no name: the camera is called camera"))
    }

    @Test(arguments: ["Zufahrt Süd", "", "../x", "tor.1", "Gate", "key"])
    func `a camera's name on the command line follows the rule of files`(name: String) throws {
        let result = try Program.run("run", "x.mp4", "--camera", name)
        #expect(result.status == 64)
        #expect(result.errors.contains("a camera's name has small letters, digits and dashes: at most 24"))
        #expect(result.errors.contains("Usage: plated run"))
        let service = try Program.run("run", "--service", name)
        #expect(service.status == 64 && service.errors.contains("a camera's name has small letters"), "\(service)")
    }

    @Test func `a country to correct that is not expected shows how run is used`() throws {
        let result = try Program.run("run", "x.mp4", "--normalise", "gb")
        #expect(result.status == 64)
        #expect(result.errors.contains("--normalise names gb") && result.errors.contains("Usage: plated run"))
    }

    @Test(arguments: [
        "key.yaml", "evidence.yaml", "hub.yaml", "new.yaml", "north.gate.yaml", "tor_1.yaml", "Gate.yaml",
    ])
    func `a file whose name no camera can have is refused`(name: String) throws {
        let file = try folder.write(camera, to: name)
        for command in [["check", file], ["run", "-c", file]] {
            let refused = try Program.run(command)
            #expect(
                refused.status == 78 && refused.errors.contains("is no camera's name: one has small letters"),
                "\(refused)")
        }
        #expect(try Program.run("read", "-c", file, folder.file("none.jpg")).status == 66)
    }

    @Test func `a service says what it is by its camera alone`() throws {
        let refused = try Program.run("run", "--service", "gate", "--log", folder.file("log"))
        #expect(refused.status == 64 && refused.errors.contains("--service stands for"), "\(refused)")
        let missing = try Program.run("run", "--service", "nobody-has-it")
        #expect(missing.status == 78 && missing.errors.contains("/etc/plated/nobody-has-it.yaml"), "\(missing)")
    }

    @Test func `a second camera of the same name is refused where the first one runs`() throws {
        // As a scanner of that name would hold it.
        let held = try folder.handle(".gate.lock")
        #expect(flock(held.fileDescriptor, LOCK_EX) == 0)
        let log = folder.file("yard.ndjson")
        let refused = try Program.run("run", "rtsp://127.0.0.1:1/x", "--camera", "gate", "--log", log)
        #expect(refused.status == 75)
        #expect(refused.errors.contains("starting the camera gate: another scanner with its log in"), "\(refused)")
        // Nothing holds this one: the camera is what is missing.
        #expect(try Program.run("run", "rtsp://127.0.0.1:1/x", "--camera", "yard", "--log", log).status == 69)
        #expect(!FileManager.default.fileExists(atPath: folder.file(".yard.lock")))
    }
}
