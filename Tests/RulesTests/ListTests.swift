import Answers
import Basics
import Plates
import Records
import Settings
import TestSupport
import Testing

@testable import Rules

@Suite struct ListTests {
    /// Sunday, 22 November 2026, noon.
    private static let noon = WallTime(milliseconds: 1_795_348_800_000)

    private func event(
        _ plate: String, _ confidence: Double = 0.98, camera: String = "gate", after hours: Int64 = 0,
        lost: [(String, Double)] = []
    ) -> PlateEvent {
        let time = WallTime(milliseconds: Self.noon.milliseconds + hours * 3_600_000)
        let candidates = [(plate, 1 - lost.map(\.1).reduce(0, +))] + lost
        return PlateEvent(
            id: "01A", time: time, camera: camera, plate: plate, plateRaw: plate, confidence: confidence,
            candidates: candidates.map { PlateCandidate(plate: $0.0, confidence: $0.1) }, format: nil, region: nil,
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
    }

    private func matcher(_ kind: ListKind, _ rows: String...) throws -> ListMatcher {
        let text = "plate,from,until,cameras,hours\n" + rows.joined(separator: "\n")
        return ListMatcher([try PlateList(name: "some", kind: kind, text: text, file: "f", zone: .utc)], zone: .utc)
    }

    private func told(_ matcher: ListMatcher, _ event: PlateEvent) -> [String] {
        matcher.matches(of: event).map { "\($0.entry.plate) \($0.how.rawValue)" }
    }

    // MARK: - Matching

    @Test func `the very text is found, and patterns that fit`() throws {
        let lists = try matcher(.allow, "AB 12-CDE", "AB1*", "?B12CD?", "XY99ZZZ", "*CDE", "A*X*E", "A?12CDE")
        #expect(
            told(lists, event("AB12CDE"))
                == [
                    "?B12CD? pattern", "A?12CDE pattern", "AB12CDE exact", "AB1* pattern", "*CDE pattern",
                ].sorted { _, _ in false } || Set(told(lists, event("AB12CDE"))).count == 5)
        #expect(told(lists, event("AB1")) == ["AB1* pattern"])
        #expect(told(lists, event("AXBXE")) == ["A*X*E pattern"])
        #expect(told(lists, event("ZZ11AAA")) == [])
    }

    @Test(arguments: [ListKind.allow, .deny]) func `what is nearly on a list opens nothing`(kind: ListKind) throws {
        let lists = try matcher(kind, "AB12CDE")
        #expect(told(lists, event("A812CDE", 0.5, lost: [("AB12CDE", 0.45)])) == [])
    }

    @Test func `a misread wanted plate is told, with the chance that the vote gives it`() throws {
        let lists = try matcher(.wanted, "AB12CDE", "QQ77QQQ")
        let lost = lists.matches(of: event("A812CDE", 0.6, lost: [("AB12CDE", 0.4)]))
        #expect(lost.map(\.chance) == [0.4] && lost.first?.word == "probably wanted")
        // Far from what was read, and voted for all the same.
        #expect(told(lists, event("A1", 0.5, lost: [("QQ77QQQ", 0.5)])) == ["QQ77QQQ nearest"])
        #expect(lists.matches(of: event("A1", 0.4, lost: [("QQ77QQQ", 0.6)])).first?.word == "probably wanted")
        // A twin is likelier than a character that is like nothing, and both less than what was voted for.
        let twin = try #require(lists.matches(of: event("A812CDE", 0.6)).first)
        let other = try #require(lists.matches(of: event("AX12CDE", 0.6)).first)
        #expect(twin.word == "possibly wanted")
        #expect(other.chance < twin.chance && twin.chance < 0.4 && other.chance > 0)
        for read in ["B12CDE", "AB12CD", "AB112CDE", "XAB12CDE", "AB12CDEX"] {
            #expect(told(lists, event(read, 0.9)) == ["AB12CDE nearest"], "\(read)")
        }
        for read in ["AB21CDE", "A12CD", "AB12C", "ABX12CDEX", "BA12CDE"] {
            #expect(told(lists, event(read, 0.9)) == [], "\(read)")
        }
    }

    @Test func `a plate that stands on the list itself is no misreading of its neighbours`() throws {
        let lists = try matcher(.wanted, "AB12CDE", "A812CDE")
        #expect(told(lists, event("A812CDE", 0.6, lost: [("AB12CDE", 0.4)])) == ["A812CDE exact"])
    }

    @Test func `pseudonyms are on no list`() throws {
        #expect(told(try matcher(.wanted, "P*?X", "P0"), event("p:0123456789abcdef")) == [])
    }

    @Test func `an entry counts at its time, for its cameras`() throws {
        let lists = try matcher(
            .allow, "A1,2026-11-23,,,", "A2,,2026-11-22,,", "A3,,,yard exit,", "A4,,,,mon-fri 07:00-18:00",
            "A5,,,,sat-sun 22:00-06:00", "A6,2026-11-22 11:00,2026-11-22 13:00,,")
        func counts(_ plate: String, _ hours: Int64 = 0, camera: String = "gate") -> Bool {
            !told(lists, event(plate, camera: camera, after: hours)).isEmpty
        }
        #expect(!counts("A1") && counts("A1", 12))
        #expect(counts("A2", 11) && !counts("A2", 12))
        #expect(!counts("A3") && counts("A3", camera: "yard") && counts("A3", camera: "exit"))
        #expect(!counts("A4") && counts("A4", 24) && !counts("A4", 18) && counts("A4", 19) && !counts("A4", 30))
        #expect(!counts("A5") && counts("A5", 10) && counts("A5", 17) && !counts("A5", 18))
        #expect(counts("A6") && !counts("A6", 1) && !counts("A6", -2))
    }

    @Test func `all texts that are one slip away are found, and no other`() {
        var chance = SplitMix64(seed: 7)
        let letters = Array("ABC018".utf8)
        func text() -> [UInt8] {
            (0..<Int.random(in: 1...6, using: &chance)).map { _ in letters.randomElement(using: &chance) ?? 65 }
        }
        let texts = Set((0..<3000).map { _ in String(decoding: text(), as: UTF8.self) }).sorted()
        let index = TextIndex(texts, takesNearest: true)
        for _ in 0..<300 {
            let read = text()
            let found = index.nearest(read).map { texts[$0.number] }
            let wanted = texts.filter { $0.editDistance(to: String(decoding: read, as: UTF8.self)) == 1 }
            #expect(found == wanted)
            #expect(index.nearest(read).allSatisfy { $0.share > 0 && $0.share < 1 })
        }
    }

    // MARK: - Files

    @Test func `a list is written as it was read`() throws {
        let text =
            "plate,note,owner,from,until,cameras,hours\r\nAB12CDE,\"the boss, really\",Ann,2026-11-20,2026-12-24 18:00,gate exit,mon-fri 07:00-18:00\r\nAB*,'=SUM(1),,,,,\r\n"
        let list = try PlateList(name: "staff", kind: .allow, text: text, file: "f", zone: .utc)
        #expect(list.entries.count == 2 && list.entries[1].note == "=SUM(1)" && list.text == text)
        #expect(list.fileName == "staff.allow.csv")
        // As spreadsheets of other countries write them, and with columns missing.
        let short = try PlateList(
            name: "staff", kind: .allow, text: "Note;Plate\nx;ab-12 cde\n;\n", file: "f", zone: .utc)
        #expect(short.entries.map(\.plate) == ["AB12CDE"] && short.entries.first?.note == "x")
    }

    @Test func `a quotation mark without an end does not swallow the plates behind it`() throws {
        let problems = #expect(throws: Problems.self) {
            try PlateList(
                name: "some", kind: .allow, text: "plate,note\nA1,x\nA2,\"open\nA3,y\nA4,z\n", file: "f", zone: .utc)
        }
        #expect(problems?.all.map(\.line) == [3] && problems?.all.first?.message.contains("no end") == true)
    }

    @Test(arguments: [
        (",", "AB12CDE,banned, see file,,,2027-01-31,,"), (",", "AB12CDE,banned, see file,,,,gate,"),
        (",", "AB12CDE,,,,,,,mon-fri 07:00-18:00"), (",", "AB12CDE,a, b, c,,,,,"),
        (";", "AB12CDE;;;;;;mon-fri 07:00-18:00; sat 08:00-12:00"),
    ])
    func `a row that a text without its quotation marks has torn apart is told with its line`(
        separator: String, row: String
    ) {
        let header = ListColumn.allCases.map(\.rawValue).joined(separator: separator)
        let problems = #expect(throws: Problems.self) {
            try PlateList(name: "barred", kind: .deny, text: "\(header)\n\(row)\n", file: "f", zone: .utc)
        }
        #expect(problems?.all.map(\.line) == [2])
        #expect(
            problems?.all.first?.message.hasSuffix(
                "a text with a \(separator) in it stands in quotation marks") == true)
        #expect(problems?.all.first?.message.contains("AB12CDE") == false)
    }

    @Test(arguments: [
        "AB12CDE,director,Ann,,,,,,", "AB12CDE,,,,2027-01-31,gate,,,,", "AB12CDE,\"banned, see file\",,,2027-01-31,,",
        "AB12CDE", "AB12CDE,,,,,,,,,",
    ])
    func `empty fields that a spreadsheet writes beyond the last column are none`(row: String) throws {
        let text = ListColumn.allCases.map(\.rawValue).joined(separator: ",") + "\n\(row)\n,,,,,,,,,,\n"
        let list = try PlateList(name: "barred", kind: .deny, text: text, file: "f", zone: .utc)
        #expect(list.entries.map(\.plate) == ["AB12CDE"])
    }

    @Test func `a row that may have its plate in another column is told`() {
        #expect(throws: Problems.self) {
            try PlateList(
                name: "barred", kind: .deny, text: "note,plate,owner\nbanned, see file,AB12CDE,\n", file: "f",
                zone: .utc)
        }
    }

    @Test(arguments: [
        ("gate,yard", false), ("g\u{E4}te", false), ("gate yard", true), ("north.gate", false), ("north/gate", true),
    ])
    func `cameras that nobody can have are told`(cameras: String, isRead: Bool) {
        let text = "plate,cameras\nAB12CDE,\"\(cameras)\"\n"
        var problems: [Int?] = []
        var read: [String]?
        do {
            read = try PlateList(name: "barred", kind: .deny, text: text, file: "f", zone: .utc).entries.first?.cameras
        } catch {
            problems = error.all.map(\.line)
        }
        #expect(read == (isRead ? cameras.split(separator: " ").map(String.init) : nil))
        #expect(problems == (isRead ? [] : [2]))
    }

    @Test func `a camera of a site may have two long names`() throws {
        let camera = String(repeating: "s", count: 60) + "/" + String(repeating: "c", count: 24)
        let list = try PlateList(
            name: "barred", kind: .deny, text: "plate,cameras\nAB12CDE,\(camera)\n", file: "f", zone: .utc)
        #expect(list.entries.first?.cameras == [camera])
    }

    @Test func `two columns of one name are refused`() {
        let problems = #expect(throws: Problems.self) {
            try PlateList(name: "some", kind: .allow, text: "plate,note,Note\nA1,x,y\n", file: "f", zone: .utc)
        }
        #expect(problems?.all.map(\.message) == ["there are two columns note"])
    }

    @Test(arguments: [
        ("2026-02-01", "2026-01-31", true), ("2026-02-01 08:00", "2026-02-01 07:59", true),
        ("2026-02-01", "2026-02-01", false), ("2026-02-01", "", false), ("", "2026-02-01", false),
    ])
    func `an entry that ends before it begins never counts`(from: String, until: String, never: Bool) throws {
        var entry = try #require(ListEntry("AB12"))
        entry.from = from.isEmpty ? nil : from
        entry.until = until.isEmpty ? nil : until
        #expect(entry.neverCounts(in: .utc) == never)
    }

    @Test(arguments: [
        ("АВ12СDЕ", "AB12CDE"), ("ＡＢ１２ＣＤＥ", "AB12CDE"), ("MÜ-AB 123", "MUAB123"), ("νη 1234?", "NH1234?"),
        ("łód 12", "LOD12"), ("AB12CDE", "AB12CDE"),
    ]) func `letters that only look like those of a plate count as those`(text: String, plate: String) throws {
        #expect(ListEntry(text)?.plate == plate)
        let list = PlateList(name: "blocked", kind: .deny, entries: [try #require(ListEntry(text))])
        let checks = ListMatcher([list], zone: .utc).checks(
            of: plate.replacing("?", with: "5"), camera: nil, at: WallTime(milliseconds: 0), confidence: 1)
        #expect(checks.count == 1)
    }

    @Test func `everything that is wrong with a list is told, with its line`() {
        let text = "plate,colour,from,hours\n*,,,\nAB1,,tomorrow,\nAB2,,,always\nA!B,,,\nAB3,,2026-13-40,\n"
        do {
            _ = try PlateList(name: "x", kind: .deny, text: text, file: "x.deny.csv", zone: .utc)
            Issue.record("it was read")
        } catch {
            #expect(error.all.map(\.line) == [1, 2, 3, 4, 5, 6])
            #expect(error.all.allSatisfy { $0.file == "x.deny.csv" })
        }
        #expect(throws: Problems.self) {
            try PlateList(name: "x", kind: .deny, text: "AB12CDE\n", file: "x", zone: .utc)
        }
    }

    @Test(arguments: [
        ("staff.allow.csv", true), ("a-b_2.wanted.csv", true), ("Staff.allow.csv", false), ("staff.csv", false),
        ("staff.allow.txt", false), ("staff.some.csv", false), (".allow.csv", false), ("../x.allow.csv", false),
    ]) func `a file's name says which list it is`(name: String, isOne: Bool) {
        #expect((PlateList.parts(ofFileName: name) != nil) == isOne)
    }

    @Test(arguments: [
        "", "mon", "mon 07:00", "mon 7:00-8:00", "mon 25:00-26:00", "mon 24:00-24:00", "mon-fri-sun 07:00-08:00",
        "funday 07:00-08:00", "mon 07:00-08:60", "mon 07:00-08:00 x",
    ]) func `what are no hours are none`(text: String) { #expect(WeeklyHours(text) == nil) }
}
