import Answers
import History
import Records
import Testing

@testable import Console

@Suite struct PlateQuestionTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)

    private func question(_ text: String) throws -> PlateQuestion {
        try PlateQuestion(PlateQuestion.meant(try #require(Fields(text))), now: now, zone: .utc)
    }

    @Test(arguments: [
        ("part=1&q=482", "*482*"), ("part=1&q=+rk-482+", "*RK482*"), ("part=1&q=RK*", "RK*"), ("part=1&q=R?4", "R?4"),
        ("part=1&q=*", "*"), ("q=482", "482"),
    ])
    func `the field at the head of each page asks for a part, unless wildcards were typed`(
        typed: String, text: String
    ) throws {
        let question = try question(typed)
        #expect(question.search.text == text && question.search.way == .alike)
        #expect(!question.path("/plates").contains("part"))
    }

    @Test func `what has no characters of a plate is no part, and a pseudonym has none`() throws {
        #expect(throws: HistoryFailure.self) { try question("part=1&q=-") }
        #expect(try question("part=1").search.text == nil)
        let pseudonym = try question("part=1&q=\(Pseudonyms.mark)4F2A")
        #expect(pseudonym.search.way == .exact && pseudonym.search.text == Pseudonyms.mark + "4F2A")
        #expect(pseudonym.part == nil)
    }

    @Test func `a search that found nothing can be one of a part`() throws {
        let near = try #require(try question("q=RK48&match=near&distance=2&camera=gate&after=").part)
        #expect(near.text == "*RK48*")
        let fields = try #require(Fields(near.path.drop { $0 != "?" }.dropFirst()))
        #expect(fields["q"] == "*RK48*" && fields["camera"] == "gate")
        #expect(fields["match"] == nil && fields["distance"] == nil)
        #expect(try question("q=RK48&match=pattern").part?.path.contains("match=pattern") == true)
        for other in ["q=RK4*", "q=R?", "camera=gate", "q=" + String(repeating: "A", count: 47)] {
            #expect(try question(other).part == nil, "\(other)")
        }
    }

    // MARK: - Corrections

    private func corrected(_ original: String, _ plate: String, camera: String = "gate", hour: Int64 = 0) -> Correction
    {
        Correction(
            camera: camera, id: "x", time: WallTime(milliseconds: now.milliseconds - hour * 3_600_000),
            original: original, plate: plate, who: "anna", made: now)
    }

    private func takes(_ text: String, _ correction: Correction) throws -> Bool? {
        CorrectionSearch(try question(text).search).map { $0.takes(correction) }
    }

    @Test func `a correction is compared as the search compares what was read`() throws {
        let correction = corrected("XX1", "RK482BN")
        for text in [
            "q=RK482BN&match=exact", "q=RK4828N", "q=*482*", "q=RK???BN&match=pattern", "q=RK482B&match=near",
            "q=482&part=1",
        ] {
            #expect(try takes(text, correction) == true, "\(text)")
        }
        for text in ["q=RK4828N&match=exact", "q=RK48", "q=RK4828N&match=pattern", "q=XX482BN&match=near"] {
            #expect(try takes(text, correction) == false, "\(text)")
        }
        // Of all plates, of none, and of what did not become one.
        for text in ["", "q=*", "q=RK482BN&match=candidate"] { #expect(try takes(text, correction) == nil, "\(text)") }
    }

    @Test func `what the search finds as it was read is not told again`() throws {
        #expect(try takes("q=RK482BN", corrected("RK4828N", "RK482BN")) == false)
        #expect(try takes("q=RK482BN&match=exact", corrected("RK4828N", "RK482BN")) == true)
    }

    @Test func `cameras and times narrow corrections down, too`() throws {
        let correction = corrected("XX1", "RK482BN", hour: 3)
        let text = "q=RK482BN"
        #expect(try takes(text + "&camera=gate&camera=exit", correction) == true)
        #expect(try takes(text + "&camera=yard", correction) == false)
        #expect(try takes(text + "&from=4+hours+ago&to=2+hours+ago", correction) == true)
        #expect(try takes(text + "&from=2+hours+ago", correction) == false)
        #expect(try takes(text + "&to=4+hours+ago", correction) == false)
    }

    @Test func `lane, direction and list are those of the event`() throws {
        var event = PlateEvent(
            id: "x", time: now, camera: "gate", plate: "XX1", plateRaw: "XX1", confidence: 0.9, candidates: [],
            box: PlateBox(x: 0, y: 0, width: 1, height: 1), reads: 1, framesSeen: 1, firstSeen: now, lastSeen: now,
            engine: "test", latencyMilliseconds: 1)
        event.lane = "left"
        let match = MatchRecord(
            id: "m", time: now, camera: "gate", event: "x", plate: "XX1", list: "staff", kind: "allow", way: .exact,
            entry: "XX1", chance: 1)
        func takes(_ text: String) throws -> Bool {
            let wanted = try #require(CorrectionSearch(try question("q=RK482BN&" + text).search))
            #expect(wanted.isOfEvents == !text.isEmpty)
            return wanted.takes(event, matches: [match])
        }
        #expect(try takes("") && takes("lane=left") && takes("list=staff"))
        #expect(try !takes("lane=right") && !takes("list=guests") && !takes("direction=leaving"))
    }
}
