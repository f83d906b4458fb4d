import ALPR
import Foundation
import Proof
import TestSupport
import Testing

@testable import Records

/// README, docs/ and the other pages name nothing that is not there, and leave out nothing that a reader of the log meets.
@Suite struct PagesTests {
    @Test func `every link leads somewhere`() throws {
        let pages = try Page.all()
        #expect(pages.count > 15)
        for page in pages {
            let folder = URL(fileURLWithPath: page.path).deletingLastPathComponent().relativePath
            for link in page.links {
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? page.path : folder == "." ? String(parts[0]) : "\(folder)/\(parts[0])"
                #expect(
                    FileManager.default.fileExists(atPath: repository + "/" + target), "\(page.path): \(link)")
                if parts.count == 2 {
                    #expect(try Page(target).anchors.contains(String(parts[1])), "\(page.path): \(link)")
                }
            }
        }
    }

    @Test func `README sends its reader to every page of docs, and the page of integrations to its own`() throws {
        let links = Set(try Page("README.md").links + Page("docs/integrations.md").links.map { "docs/" + $0 })
        for page in try Page.user() where page.path != "README.md" {
            #expect(links.contains(page.path), "\(page.path)")
        }
    }

    @Test func `README is a door, not a manual`() throws {
        #expect(try Page("README.md").lines.count <= 140)
    }

    // MARK: - The log

    @Test func `the page of events has each field of an event, and no other`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let output = try Program.run(
            "run", clip, "--explain", folder.file("why.ndjson"), "--state", folder.file("kept")
        ).output
        let page = try Page("docs/events.md")
        // What the clip need not show, or nobody has configured.
        let known: Set = ["direction", "lane", "last_left"]
        #expect(Set(page.rows(below: "## Accepted plates")) == (try fields(output)).union(known))
        let movements = Set(PlateDirection.Movement.allCases.map(\.rawValue))
        #expect(Set(page.rows(below: "## Direction and lane")) == movements.union(["movement", "degrees"]))
        let candidates = try folder.text("why.ndjson").split(separator: "\n").map { try fields(String($0)) }
        #expect(
            Set(page.rows(below: "### Fields of a candidate")) == candidates.reduce([]) { $0.union($1) })
    }

    @Test func `the page of events has each field of evidence and each reason why a picture is missing, and no other`()
        throws
    {
        var evidence = PlateEvidence(
            time: WallTime(milliseconds: 0), box: PlateBox(x: 0, y: 0, width: 1, height: 1),
            frame: .init(width: 1, height: 1))
        let file = PlateEvidence.File(path: "a", sha256: "b", bytes: 1, width: 1, height: 1)
        (evidence.crop, evidence.scene, evidence.missing) = (file, file, .diskFull)
        let event = PlateEvent(
            id: "A", time: evidence.time, camera: "gate", plate: "X", plateRaw: "X", confidence: 1, candidates: [],
            box: evidence.box, reads: 1, framesSeen: 1, firstSeen: evidence.time, lastSeen: evidence.time,
            engine: "tesseract", latencyMilliseconds: 0, evidence: evidence)
        let line = try JSONSerialization.jsonObject(with: Data(event.line)) as? [String: Any]
        let written = try #require(line?["evidence"] as? [String: Any])
        let reasons = Set(PlateEvidence.Absence.allCases.map(\.rawValue))
        let named = Set(try Page("docs/events.md").rows(below: "## Evidence"))
        #expect(named == Set(written.keys).union(reasons))
    }

    @Test func `the page of events has each field and cause of a gap, and no other`() throws {
        let gap = Gap(id: "A", cause: .lost, start: WallTime(milliseconds: 0))
        let record = GapRecord(
            id: "B", time: WallTime(milliseconds: 5), camera: "gate", gap: gap, end: WallTime(milliseconds: 5))
        let common: Set = ["schema", "id", "ts", "camera"]
        let causes = Set(Gap.Cause.allCases.map(\.rawValue))
        let named = Set(try Page("docs/events.md").rows(below: "## Gaps"))
        #expect(named == (try fields(String(decoding: record.line, as: UTF8.self))).subtracting(common).union(causes))
    }

    @Test func `the page of events has each field of a match, and no other`() throws {
        let match = MatchRecord(
            id: "A", time: WallTime(milliseconds: 0), camera: "gate", event: "B", plate: "X", list: "x", kind: "deny",
            way: .exact, entry: "X", chance: 1, lane: "in")
        let named = Set(try Page("docs/events.md").rows(below: "## Matches"))
        #expect(named == (try fields(String(decoding: match.line, as: UTF8.self))))
    }

    @Test func `the page of events has each field of an opening, and no other`() throws {
        let time = WallTime(milliseconds: 0)
        let opening = OpeningRecord(id: "A", time: time, camera: "gate", door: "barrier", state: .asked, until: time)
        let named = Set(try Page("docs/events.md").rows(below: "## Openings"))
        #expect(named == (try fields(String(decoding: opening.line, as: UTF8.self))))
    }

    @Test func `the page of events has each field, state and change of a session, and no other`() throws {
        let pass = SessionPass(
            camera: "in", id: "A", time: WallTime(milliseconds: 0), plate: "X", confidence: 1)
        var exit = pass
        exit.time = WallTime(milliseconds: 1000)
        var record = SessionRecord(
            id: "A", time: exit.time, camera: "out", site: "park", session: "B", revision: 1, state: .ended,
            change: .ended, plate: "X", entry: pass, exit: exit, occupancy: 0)
        (record.match, record.settles, record.longestStay, record.length) = (.exact, exit.time, 1, 1)
        (record.capacity, record.left, record.by) = (1, exit.time, "anna")
        let words = SessionState.allCases.map(\.rawValue) + SessionChange.allCases.map(\.rawValue)
        let named = Set(try Page("docs/events.md").rows(below: "## Sessions"))
        #expect(named == (try fields(String(decoding: record.line, as: UTF8.self))).union(words))
    }

    @Test func `the page of events has each field of a torn line, and no other`() throws {
        let torn = TornLine(id: "A", time: WallTime(milliseconds: 0), camera: "gate", fragment: [0xFF])
        let named = Set(try Page("docs/events.md").rows(below: "## Torn lines"))
        #expect(named == (try fields(String(decoding: torn.line, as: UTF8.self))))
    }

    @Test func `the page of events has each field of a seal and of a forgotten line, and no other`() throws {
        let page = try Page("docs/events.md")
        let digits = String(repeating: "0", count: 64)
        let common = "\"id\":\"A\",\"ts\":\"2026-11-21T10:32:05.120Z\",\"camera\":\"gate\""
        let hash = try #require(Digest(digits))
        var forgotten = ForgottenLine(
            id: "A", time: WallTime(milliseconds: 0), camera: "gate", hash: hash, previous: hash)
        try forgotten.sign(with: SealKey())
        let seal = try Record(
            line: Array(
                "{\"schema\":\"plated.seal/1\",\(common),\"reason\":\"stop\",\"lines\":1,\"head\":\"\(digits)\",\"key\":\"\",\"signature\":\"\"}"
                    .utf8))
        #expect(Set(page.rows(below: "### Seals")) == (try fields(String(decoding: seal.line, as: UTF8.self))))
        #expect(
            Set(page.rows(below: "### Forgotten lines"))
                == (try fields(String(decoding: forgotten.line, as: UTF8.self))))
        #expect(page.rows(below: "## The chain").contains("prev"))
    }

    @Test func `the page of events has each reason why a plate is not reported, and no other`() throws {
        let named = Set(try Page("docs/events.md").rows(below: "### Reasons"))
        #expect(named == Set(Rejection.allCases.map(\.rawValue)))
    }

    @Test func `the page of events has each field of a miss and of a tally, and no other`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let path = try folder.write("plates: {minimum_text_height_px: 33}\n", to: "gate.yaml")
        _ = try Program.run("run", clip, "-c", path, "--state", folder.file("kept"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("kept/gate/missed"))
        func written(_ isTally: Bool) throws -> Set<String> {
            let name = try #require(files.first { $0.hasSuffix(".ndjson") && $0.contains("tally") == isTally })
            return try fields(folder.text("kept/gate/missed/\(name)"))
        }
        let page = try Page("docs/events.md")
        // What the clip does not show.
        let others: Set = ["lasts", "confidence", "partial"]
        #expect(Set(page.rows(below: "### Fields of a miss")) == (try written(false)).union(others))
        #expect(Set(page.rows(below: "### Fields of a tally")) == (try written(true)))
    }

    private func fields(_ line: String) throws -> Set<String> {
        let first = try #require(line.split(separator: "\n").first)
        let object = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
        return Set(try #require(object).keys)
    }

    // MARK: - Keys, commands, files

    @Test func `every key that is named is one of the configuration`() throws {
        let keys = try shippedKeys()
        let sections = Set(keys.compactMap { $0.contains(".") ? $0.split(separator: ".").first : nil })
        #expect(keys.count > 50 && sections.count > 8)
        var named = 0
        for page in try Page.user() + [Page("BENCHMARKS.md"), Page("CHANGELOG.md")] {
            for text in page.quoted {
                guard let match = try /([a-z_]+)\.([a-z_.]+)/.wholeMatch(in: text), sections.contains(match.1) else {
                    continue
                }
                named += 1
                #expect(keys.contains(text), "\(page.path): \(text)")
            }
        }
        #expect(named > 20)
    }

    /// The keys of config/plated.yaml, which a test of the configuration holds to those that are read.
    private func shippedKeys() throws -> Set<String> {
        let text = try String(contentsOfFile: repository + "/config/plated.yaml", encoding: .utf8)
        var section = ""
        var keys: Set<String> = []
        for line in text.split(separator: "\n") {
            guard let match = line.firstMatch(of: /^( *)#?([a-z_]+):/) else { continue }
            let depth = match.1.count / 2
            let above = section.split(separator: ".").prefix(depth)
            let key = (above + [match.2]).joined(separator: ".")
            if !line.contains("#") { section = key }
            keys.insert(key)
        }
        return keys
    }

    @Test func `every command of plated that is named exists, with its options`() throws {
        var helps: [String: String] = [:]
        var seen = 0
        for page in try Page.user() + [Page("CONTRIBUTING.md")] {
            for text in page.commands + page.quoted {
                guard let words = arguments(of: text) else { continue }
                seen += 1
                if words.first?.hasPrefix("-") ?? true { continue }
                let name = words[0] == "models" ? words.prefix(2).joined(separator: " ") : words[0]
                if helps[name] == nil {
                    let help = try Program.run(["help"] + name.split(separator: " ").map(String.init))
                    #expect(help.status == 0, "\(page.path): \(text)")
                    helps[name] = help.output
                }
                for option in words where option.hasPrefix("--") {
                    let known = helps[name]?.contains(try Regex("[ ,]\(option)[ \n]")) ?? false
                    #expect(known || option == "--help", "\(page.path): \(text): \(option)")
                }
            }
        }
        #expect(seen > 25)
    }

    /// What plated is called with in a command; nil where it is not called.
    private func arguments(of command: String) -> [String]? {
        let words = command.split(separator: " ").map(String.init)
        guard let start = words.firstIndex(of: "plated"), start == 0 || words[start - 1] == "sudo" else { return nil }
        return words[(start + 1)...].prefix { !["|", ">", "&&", "||", "&"].contains($0) }
    }

    @Test func `every script and file that is named is there`() throws {
        let folders = ["scripts/", "config/", "training/", "Sources/", "Tests/", "models/", "docs/", "systemd/"]
        var seen = 0
        for page in try Page.user() + [Page("CONTRIBUTING.md"), Page("ARCHITECTURE.md")] {
            let words = (page.commands + page.quoted).flatMap { $0.split(separator: " ") }
            for word in words where folders.contains(where: { word.hasPrefix($0) }) {
                seen += 1
                #expect(
                    FileManager.default.fileExists(atPath: repository + "/" + word), "\(page.path): \(word)")
            }
        }
        #expect(seen > 30)
    }

    @Test func `CONTRIBUTING names every script`() throws {
        let named = Set(try Page("CONTRIBUTING.md").quoted)
        for name in try FileManager.default.contentsOfDirectory(atPath: repository + "/scripts") {
            let path = "scripts/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: repository + "/" + path, isDirectory: &isFolder) else {
                continue
            }
            if !isFolder.boolValue && !name.hasSuffix(".txt") { #expect(named.contains(path), "\(path)") }
        }
    }
}
