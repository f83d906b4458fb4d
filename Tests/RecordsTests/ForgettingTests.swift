import Foundation
import TestSupport
import Testing

@testable import Records

/// Which lines tell of a plate, and what is left of those that are another plate's.
@Suite struct ForgettingTests {
    private static let time = WallTime(milliseconds: 1_795_348_800_000)

    private func event(_ plate: String, votes: [String] = [], lost: [String] = []) -> PlateEvent {
        PlateEvent(
            id: "01M7", time: Self.time, camera: "gate", plate: plate, plateRaw: plate, confidence: 0.9,
            candidates: ([plate] + lost).map { PlateCandidate(plate: $0, confidence: 0.5) },
            box: PlateBox(x: 1, y: 2, width: 30, height: 10), reads: 3, framesSeen: 4, firstSeen: Self.time,
            lastSeen: Self.time, engine: "test", latencyMilliseconds: 5,
            votes: votes.map { PlateLook(offset: 0, plate: $0, textHeight: 20) })
    }

    private func match(_ plate: String, entry: String? = nil, note: String? = nil) -> MatchRecord {
        MatchRecord(
            id: "1", time: Self.time, camera: "gate", event: "01M7", plate: plate, list: "l", kind: "wanted",
            way: .exact, entry: entry ?? plate, chance: 1, note: note)
    }

    private func opening(_ plate: String?, note: String? = nil) -> OpeningRecord {
        OpeningRecord(
            id: "1", time: Self.time, camera: "gate", door: "d", state: .opened, until: Self.time, plate: plate,
            note: note)
    }

    private func session(_ plate: String) -> SessionRecord {
        SessionRecord(
            id: "1", time: Self.time, camera: "gate", site: "park", session: "2", revision: 0, state: .open,
            change: .began, plate: "ZZ99ZZZ", entry: SessionPass(event(plate)), exit: nil, occupancy: 1)
    }

    @Test(arguments: [("AB12CDE", "ab-12 cde"), ("p:ETY9PP6QT9X651HY", "p:ETY9PP6QT9X651HY")])
    func `matches, openings and sessions mention a plate, also a pseudonym`(text: String, written: String) {
        let other = "XY34ZZZ"
        #expect(
            Record.match(match(written)).mentions(text) && Record.match(match(other, entry: written)).mentions(text))
        #expect(
            Record.match(match(other, note: "was \(written), grey")).mentions(text)
                && !Record.match(match(other)).mentions(text))
        #expect(Record.opening(opening(written)).mentions(text) && !Record.opening(opening(other)).mentions(text))
        #expect(
            Record.opening(opening(nil, note: "for \(written)")).mentions(text)
                && !Record.opening(opening(nil)).mentions(text))
        #expect(Record.session(session(written)).mentions(text) && !Record.session(session(other)).mentions(text))
        // A pattern of a list is no plate.
        #expect(
            !Record.match(match(other, entry: text + "*")).mentions(text)
                && !Record.match(match(other, entry: "?" + text)).mentions(text))
    }

    @Test func `each kind of record mentions its plate and no other one, and those without a plate none`() throws {
        let plate = "AB12CDE"
        let torn = TornLine(
            id: "1", time: Self.time, camera: "gate", fragment: Array("{\"plate\":\"AB12CDE\",\"co".utf8))
        let candidate = CandidateRecord(
            time: Self.time, camera: "gate", rejection: nil, plate: "ab12 cde", plateRaw: nil, candidates: [],
            box: PlateBox(x: 1, y: 2, width: 30, height: 10), textHeight: 20, position: 1)
        let other = try Record(line: Array(#"{"schema":"plated.later/1","id":"1","text":"AB12CDE"}"#.utf8))
        for record in [.plate(event("ab-12 cde")), .torn(torn), .candidate(candidate), other] as [Record] {
            #expect(record.mentions(plate) && !record.mentions("XY34ZZZ"), "\(record)")
        }
        // An event that only was read as it for a moment is another plate's.
        #expect(!Record.plate(event("XY34ZZZ", votes: [plate], lost: [plate])).mentions(plate))
        let stub = ForgottenLine(id: plate, time: Self.time, camera: "gate", hash: .zero, previous: .zero)
        #expect(!Record.forgotten(stub).mentions(plate))
    }

    @Test func `a line of a log is known again by what forgetting left of it, and by nothing else`() throws {
        let folder = try TemporaryFolder()
        let whole = event("AB12CDE", votes: ["AB12CDE", "SECRET1", "SECRET2"], lost: ["SECRET1", "AB12C0E"])
        let lines = [event("KE26EPS").line, whole.line, event("KE27EPS").line]
        let log = try folder.write(Data(lines.flatMap { $0 }), to: "gate.ndjson")
        var left = whole
        left.takeOut("SECRET1")
        #expect(try left.original(inLog: log) == Array(whole.line.dropLast()))
        left.takeOut("SECRET2")
        #expect(left.votes?.compactMap(\.plate) == ["AB12CDE"])
        #expect(try left.original(inLog: log) == Array(whole.line.dropLast()))
        var changed = left
        changed.confidence = 0.5
        #expect(try changed.original(inLog: log) == nil)
        // More than a text went with it.
        changed = left
        changed.votes = []
        #expect(try changed.original(inLog: log) == nil)
        changed = left
        changed.candidates.append(PlateCandidate(plate: "SECRET3", confidence: 0.1))
        #expect(try changed.original(inLog: log) == nil)
        // Nothing was taken out of it: it differs in something else, or not at all.
        #expect(try whole.original(inLog: log) == nil)
        #expect(try left.original(inLog: log, most: 10) == nil)
    }
}
