import TestSupport
import Testing

@testable import Records

@Suite struct EventTests {
    @Test func `an event is one line with the documented fields in their order`() {
        let event = PlateEvent(
            id: "01", time: WallTime(milliseconds: 1_795_257_125_120), camera: "gate", plate: "AB12CD",
            plateRaw: "ABI2CD", confidence: 0.9712, candidates: [PlateCandidate(plate: "AB12CD", confidence: 1)],
            box: PlateBox(x: 10, y: 21, width: 100, height: 30), reads: 3, framesSeen: 4,
            firstSeen: WallTime(milliseconds: 0), lastSeen: WallTime(milliseconds: 600), engine: "tesseract",
            latencyMilliseconds: 41)
        let expected = """
            {"schema":"plated.event/1","id":"01","ts":"2026-11-21T10:32:05.120Z","camera":"gate","plate":"AB12CD",\
            "plate_raw":"ABI2CD","confidence":0.971,"candidates":[{"plate":"AB12CD","confidence":1.000}],"format":null,\
            "region":null,"box":[10,21,100,30],"reads":3,"frames_seen":4,"first_seen":"1970-01-01T00:00:00.000Z",\
            "last_seen":"1970-01-01T00:00:00.600Z","engine":"tesseract","latency_ms":41}

            """
        #expect(String(decoding: event.line, as: UTF8.self) == expected)
    }

    @Test
    func `how probably a plate is right stands behind what was always written, and is left out where nobody knows`()
        throws
    {
        var event = PlateEvent(
            id: "01", time: WallTime(milliseconds: 0), camera: "gate", plate: "AB12CD", plateRaw: "AB12CD",
            confidence: 0.9,
            candidates: [], box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4,
            firstSeen: WallTime(milliseconds: 0), lastSeen: WallTime(milliseconds: 0), engine: "tesseract",
            latencyMilliseconds: 41)
        #expect(!String(decoding: event.line, as: UTF8.self).contains("probability"))
        event.probability = 0.93
        let line = String(decoding: event.line, as: UTF8.self)
        #expect(line.hasSuffix("\"latency_ms\":41,\"probability\":0.930}\n"))
        #expect(try Record(line: Array(line.utf8.dropLast())) == .plate(event))
    }

    @Test(arguments: [
        ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("\n\t\r\u{1}", "\"\\n\\t\\r\\u0001\""),
        ("皖A", "\"皖A\""),
    ])
    func `texts are escaped as JSON wants`(text: String, quoted: String) {
        #expect(JSONLine.quoted(text) == quoted)
    }

    @Test(arguments: [
        (0.97149, 3, "0.971"), (-0.0001, 3, "0.000"), (12.005, 1, "12.0"), (3, 0, "3"), (.nan, 2, "null"),
        (0.9996, 3, "1.000"), (-1.25, 1, "-1.3"),
    ])
    func `numbers have a point and no exponent`(value: Double, digits: Int, text: String) {
        #expect(JSONLine.number(value, digits: digits) == text)
    }

    @Test func `identifiers are unique and sort by time, also within a millisecond and when the clock goes back`() {
        let ids = EventIDs()
        let times = [5, 5, 5, 6, 7, 7, 3, 8].map { WallTime(milliseconds: 1_795_257_125_000 + $0) }
        let made = times.map { ids.next(at: $0) }
        #expect(Set(made).count == made.count)
        #expect(made == made.sorted())
        #expect(made.allSatisfy { $0.count == 26 })
    }

    @Test func `a process has one maker, so that all that it writes to one log sorts as it was made`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{\"torn", to: "gate.ndjson")
        let before = EventIDs.ofThisProcess.next(at: .now)
        _ = try EventLog(.init(path: path, spool: path + ".spool", camera: "gate"), log: Talk().logger, now: { .now })
        let after = EventIDs.ofThisProcess.next(at: .now)
        guard case .torn(let torn) = try Record(line: Array(try folder.text("gate.ndjson").utf8)) else {
            Issue.record("the torn line is told as something else")
            return
        }
        #expect(before < torn.id && torn.id < after)
    }
}
