import Foundation
import TestSupport
import Testing

/// With `privacy: pseudonym` no text of a plate is in anything that a run leaves behind, searched byte by byte.
@Suite struct PrivacyTests {
    private let folder: TemporaryFolder
    private let clip: String

    init() throws {
        folder = try TemporaryFolder()
        // Beside the folder that is searched: the clip shows the plate.
        clip = try PlateClip.make("clip.mp4", in: folder)
        try FileManager.default.createDirectory(atPath: folder.file("run/state"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.file("run/tmp"), withIntermediateDirectories: true)
    }

    private func configuration(_ privacy: String, log: String = "run/gate.ndjson", more: String = "") throws -> String {
        try folder.write(
            """
            log: {file: \(folder.file(log)), explain: \(folder.file("run/why.ndjson")), level: debug}
            privacy: \(privacy)
            \(more)
            """, to: "gate.yaml")
    }

    /// Runs the program with everything it writes, says and keeps in the folder `run`.
    private func run(_ arguments: String..., name: String = "scan") throws -> Int32 {
        let process = try Program.start(
            arguments + (arguments.first == "run" ? ["--state", folder.file("run/state")] : []),
            environment: ["TMPDIR": folder.file("run/tmp")],
            output: folder.handle("run/\(name).output"), errors: folder.handle("run/\(name).errors"))
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func objects(_ path: String) throws -> [[String: Any]] {
        try folder.text(path).split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// Every text that was read, in any picture.
    private func texts(in path: String) throws -> Set<String> {
        Set(
            try objects(path).flatMap { object in
                let candidates = (object["candidates"] as? [[String: Any]] ?? []).compactMap { $0["plate"] as? String }
                return candidates + [object["plate"], object["plate_raw"]].compactMap { $0 as? String }
            })
    }

    /// The files below `run` that hold one of the texts, however its letters are written.
    private func leaks(of texts: Set<String>) throws -> [String] {
        let root = folder.file("run")
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
            guard !isFolder.boolValue else { return false }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"))
            return texts.contains { text in
                [text, text.lowercased(), PlateClip.plate, text.map(String.init).joined(separator: " ")].contains {
                    bytes.range(of: Data($0.utf8)) != nil
                        || bytes.range(of: Data($0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })) != nil
                }
            }
        }
    }

    /// Texts of four characters and more: shorter ones are in every file by chance.
    private func textsReadWithoutPrivacy() throws -> Set<String> {
        #expect(try run("run", clip, "-c", configuration("none"), name: "open") == 0)
        let texts = try texts(in: "run/why.ndjson").union(texts(in: "run/gate.ndjson")).filter { $0.count >= 4 }
        #expect(texts.contains(PlateClip.text))
        // The search finds what is there.
        #expect(try Set(leaks(of: texts)).isSuperset(of: ["gate.ndjson", "why.ndjson"]))
        try FileManager.default.removeItem(atPath: folder.file("run"))
        try FileManager.default.createDirectory(atPath: folder.file("run/state"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.file("run/tmp"), withIntermediateDirectories: true)
        return texts
    }

    @Test func `no text that was read is in the log, the explanations, the talk, or anything else of a run`() throws {
        let texts = try textsReadWithoutPrivacy()
        #expect(try run("run", clip, "-c", configuration("pseudonym")) == 0)
        #expect(try leaks(of: texts) == [])
        let event = try #require(objects("run/gate.ndjson").first { $0["schema"] as? String == "plated.event/1" })
        let plate = try #require(event["plate"] as? String)
        #expect(plate.wholeMatch(of: /p:[0-9A-Z]{16}/) != nil)
        #expect((event["candidates"] as? [[String: Any]])?.first?["plate"] as? String == plate)
        // What explains it speaks of the same plate.
        #expect(try objects("run/why.ndjson").count { $0["plate"] as? String == plate } >= 2)
        #expect(try self.texts(in: "run/why.ndjson").allSatisfy { $0.hasPrefix("p:") })
    }

    @Test func `nor in the spool, where the log cannot be written`() throws {
        let texts = try textsReadWithoutPrivacy()
        #expect(try run("run", clip, "-c", configuration("pseudonym", log: "run/none/gate.ndjson")) == 0)
        let spool = try Data(contentsOf: URL(fileURLWithPath: folder.file("run/state/gate/spool")))
        #expect(spool.range(of: Data("\"plate\":\"p:".utf8)) != nil)
        #expect(try leaks(of: texts) == [])
    }

    @Test func `nor in what read and probe print, and what would show plates is refused`() throws {
        let texts = try textsReadWithoutPrivacy()
        let file = try configuration("pseudonym")
        #expect(try run("read", clip, "-c", file, name: "read") == 0)
        #expect(try run("probe", clip, "-c", file, "--explain", folder.file("run/probe.ndjson"), name: "probe") == 0)
        #expect(try folder.text("run/read.output").contains("\"plate\":\"p:"))
        #expect(try folder.text("run/probe.output").contains(/plate +p:[0-9A-Z]{16}: read/))
        for option in ["--picture", "--sheet"] {
            let name = option == "--picture" ? "run/seen.jpg" : "run/seen.html"
            #expect(try run("probe", clip, "-c", file, option, folder.file(name), name: "refused") == 78)
            #expect(try folder.text("run/refused.errors").contains("the configuration says privacy: pseudonym"))
            #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
        }
        #expect(try run("eval", folder.path, "-c", file, name: "refused") == 78)
        #expect(try leaks(of: texts) == [])
    }

    @Test func `runs that share a key give a plate the same pseudonym, others do not`() throws {
        let more = "pseudonym: {period: week, key_file: \(folder.file("run/state/shared.key"))}"
        func plate(_ more: String) throws -> String? {
            #expect(try run("run", clip, "-c", configuration("pseudonym", more: more)) == 0)
            return try objects("run/gate.ndjson").last { $0["plate"] is String }?["plate"] as? String
        }
        let first = try plate(more)
        #expect(try first != nil && plate(more) == first && plate("") != first)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("run/state/shared.key"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
