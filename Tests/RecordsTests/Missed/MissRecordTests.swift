import TestSupport
import Testing

@testable import Records

@Suite struct MissRecordTests {
    static func record(
        _ id: String = "01M70000000000000000000000", reason: String = "too_small", plate: String? = "AB12CD",
        weight: Double = 0, moved: Bool = true, seconds: Int64 = 3
    ) -> MissRecord {
        let first = WallTime(milliseconds: 1_790_000_000_000)
        let last = WallTime(milliseconds: first.milliseconds + 1000 * seconds)
        return MissRecord(
            id: id, time: last, camera: "gate", reason: reason, firstSeen: first, lastSeen: last, looks: 4, votes: 1,
            weight: weight, reasons: [("too_small", 3), ("cut_off", 1)], plate: plate, confidence: 0.91,
            partial: "AB?2CD", box: PlateBox(x: 1, y: 2, width: 30, height: 8), textHeight: 7.5,
            frame: .init(width: 640, height: 360), moved: moved,
            samples: [
                PlateLook(offset: 0, textHeight: 7.2, reason: "too_small"),
                PlateLook(offset: 200, plate: "AB12CD", confidence: 0.91, weight: 0.3, textHeight: 7.5),
            ], crop: .init(path: "2026-09-21/01M70000000000000000000000.jpg", sha256: "00", bytes: 5), file: "a.mp4")
    }

    @Test func `a miss is read as it was written, with the fields of a later version`() throws {
        let line = Self.record().line
        #expect(try MissRecord(line: line) == Self.record())
        let text = String(decoding: line, as: UTF8.self)
        let later = text.replacing("\"looks\":4", with: "\"looks\":4,\"colour\":\"red\"")
        #expect(try MissRecord(line: Array(later.utf8)).line == Array(later.utf8))
    }

    @Test func `a line of another schema, or without a field, is no miss`() {
        let text = String(decoding: Self.record().line, as: UTF8.self)
        for wrong in [
            text.replacing("plated.missed/1", with: "plated.missed/2"), text.replacing("\"votes\":1,", with: ""),
            text.replacing("\"moved\":true", with: "\"moved\":1"), String(text.dropLast(9)),
        ] {
            #expect(throws: LineFault.self) { try MissRecord(line: Array(wrong.utf8)) }
        }
    }

    @Test(arguments: [
        ("too_small", 0.0, true, 3, MissRecord.Kind.vehicle), ("no_agreement", 0.6, false, 1, .vehicle),
        ("no_agreement", 0.3, false, 60, .standing), ("low_confidence", 0, false, 60, .standing),
        ("low_confidence", 0, false, 3, .brief), ("format", 0.1, false, 3, .vehicle),
        ("direction", 0, false, 3, .vehicle),
    ])
    func `what went by, was read surely once or is not wanted is a vehicle`(
        reason: String, weight: Double, moved: Bool, seconds: Int64, kind: MissRecord.Kind
    ) {
        #expect(Self.record(reason: reason, weight: weight, moved: moved, seconds: seconds).kind == kind)
    }

    @Test func `no text of a plate is left behind pseudonyms`() throws {
        let pseudonyms = Pseudonyms(period: .day, keyFile: nil, log: Talk().logger)
        let hidden = Self.record().hidden(by: pseudonyms, at: WallTime(milliseconds: 1_790_000_000_000))
        let pseudonym = /p:[0-9A-HJKMNP-TV-Z]{16}/
        #expect(hidden.texts.count == 2 && hidden.texts.allSatisfy { $0.wholeMatch(of: pseudonym) != nil })
        // Pseudonyms are drawn: some hold two letters of the plate by chance.
        let rest = String(decoding: hidden.line, as: UTF8.self).replacing(pseudonym, with: "")
        #expect(!rest.contains("AB") && !rest.contains("2CD"))
    }

    @Test func `a tally is read as it was written`() throws {
        let tally = TallyRecord(
            time: WallTime(milliseconds: 1_790_000_000_000), camera: "gate",
            hour: WallTime(milliseconds: 1_789_999_200_000),
            frames: 9, candidates: ["accepted": 2, "too_small": 4], places: ["read": 1],
            vehicles: ["too_small": 1], unlisted: 3,
            limits: ["plates.characters": "[4, 10]"])
        #expect(try TallyRecord(line: tally.line) == tally)
        #expect(MissedReading.tallies(tally.line + Array("{\"torn".utf8)) == [tally])
    }

    @Test(
        arguments: [
            ("2026-09-21.ndjson", "2026-09-21"), ("2026-09-21.tally.ndjson", "2026-09-21"),
            ("2026-09-21", "2026-09-21"),
            ("2026-09-21.ndjson.gz", nil), ("notes.ndjson", nil), ("2026_09_21", nil), ("..", nil),
        ] as [(String, String?)])
    func `names that are not ours belong to no day`(name: String, day: String?) {
        #expect(MissedFiles.day(ofName: name) == day)
    }

    @Test func `an identifier tells when it was made`() {
        let time = WallTime(milliseconds: 1_790_000_000_123)
        #expect(MissedFiles.time(ofID: EventIDs().next(at: time)) == time)
        #expect(MissedFiles.time(ofID: "../../etc/passwd") == nil)
    }
}
