import Testing

@testable import Records

@Suite struct RecordTests {
    private static let event = """
        {"schema":"plated.event/1","id":"01JD","ts":"2026-11-21T10:32:05.120Z","camera":"gate","plate":"AB12CD",\
        "plate_raw":"ABI2CD","confidence":0.971,"candidates":[{"plate":"AB12CD","confidence":1.000}],"format":null,\
        "region":"GB","box":[10,-21,100,30],"reads":3,"frames_seen":4,"first_seen":"1970-01-01T00:00:00.000Z",\
        "last_seen":"1970-01-01T00:00:00.600Z","engine":"tesseract","latency_ms":41,"position_s":0.600,"file":"a.mp4"}

        """
    private static let proven =
        String(event.dropLast(2)) + """
            ,"direction":{"degrees":94,"movement":"approaching"},"lane":"in","evidence":{"ts":"2026-11-21T10:32:04.920Z",\
            "box":[11,-20,98,29],"frame":{"width":1920,"height":1080},"crop":{"path":"2026/11/21/10/01JD.crop.jpg",\
            "sha256":"\(String(repeating: "0a", count: 32))","bytes":4711},"scene":{"path":"2026/11/21/10/01JD.scene.jpg",\
            "sha256":"\(String(repeating: "b1", count: 32))","bytes":51000,"width":960,"height":540}}}

            """
    private static let unproven =
        String(event.dropLast(2)) + """
            ,"direction":{"movement":"standing"},"evidence":{"ts":"2026-11-21T10:32:04.920Z","box":[11,-20,98,29],\
            "missing":"disk_full"}}

            """
    private static let began = """
        {"schema":"plated.gap/1","id":"01B","ts":"2026-09-21T14:14:21.000Z","camera":"gate","gap":"01A","state":"began",\
        "cause":"lost","start":"2026-09-21T14:13:20.000Z","end":null}

        """
    private static let ended = """
        {"schema":"plated.gap/1","id":"01B","ts":"2026-09-21T14:14:21.000Z","camera":"gate","gap":"01A","state":"ended",\
        "cause":"out_of_focus","start":"2026-09-21T14:13:20.000Z","end":"2026-09-21T14:14:20.000Z","duration_s":60.0}

        """
    private static let torn = """
        {"schema":"plated.torn/1","id":"01C","ts":"2026-09-21T14:14:21.000Z","camera":"gate",\
        "fragment":"{\\"schema\\":\\u0001\u{FFFD}","fragment_hex":"7b22736368656d61223a01ff"}

        """
    private static let candidate = """
        {"schema":"plated.candidate/1","ts":"2026-09-21T14:14:21.000Z","camera":"gate","outcome":"rejected",\
        "reason":"too_small","plate":null,"plate_raw":null,"candidates":[],"box":[1,2,3,4],"text_height_px":7.3,\
        "frame_s":1.500,"track":7,"file":"a.mp4"}

        """
    private static let later = """
        {"schema":"plated.session/3","id":"01D","ts":"2026-09-21T14:14:21.000Z","camera":"gate","stay":{"in":1e3, "x":[]}}

        """
    private static let seal = """
        {"schema":"plated.seal/1","id":"01E","ts":"2026-09-21T14:14:21.000Z","camera":"gate","reason":"hour","lines":12,\
        "head":"00000000000000000000000000000000000000000000000000000000000000ff","key":"AAEC","signature":"AwQF",\
        "prev":"00000000000000000000000000000000000000000000000000000000000000ff"}

        """
    private static let health = """
        {"schema":"plated.health/1","id":"01G","ts":"2026-09-21T15:00:00.310Z","camera":"gate",\
        "start":"2026-09-21T14:00:00.120Z","end":"2026-09-21T15:00:00.310Z","pictures":90000,"dozed":61000,"analysed":18000,"still":15000,\
        "displaced":3,"failed":0,"damaged_pictures":2,"losses":1,"reconnects":0,"plates":40,"candidates_accepted":160,\
        "rejected":{"too_small":12},"latency_ms":{"p10":50,"p50":90,"p90":410},"confidence":{"p10":0.91,"p50":0.98,"p90":1.00},\
        "text_height_px":{"p10":14,"p50":22,"p90":31},"edge_width_px":{"p10":1.8,"p50":2.4,"p90":4.0}}

        """
    private static let forgotten = """
        {"schema":"plated.forgotten/1","id":"01F","ts":"2026-09-21T14:14:21.000Z","camera":"gate",\
        "hash":"00000000000000000000000000000000000000000000000000000000000000ff",\
        "prev":"00000000000000000000000000000000000000000000000000000000000000fe"}

        """
    private static let signed = """
        {"schema":"plated.forgotten/1","id":"01F","ts":"2026-09-21T14:14:21.000Z","camera":"gate",\
        "hash":"00000000000000000000000000000000000000000000000000000000000000ff",\
        "head":"00000000000000000000000000000000000000000000000000000000000000fe","key":"k/","later":1,"signature":"s/",\
        "prev":"00000000000000000000000000000000000000000000000000000000000000fe"}

        """
    private static let match = """
        {"schema":"plated.match/1","id":"01H","ts":"2026-09-21T14:14:21.000Z","camera":"gate","event":"01A",\
        "plate":"A812CDE","list":"stolen","kind":"wanted","match":"nearest","entry":"AB12CDE","chance":0.4000,\
        "word":"probably wanted","note":"blue","lane":"in","salt":"1f"}

        """
    private static let all = [
        event, proven, unproven, seal, health, forgotten, signed, match, began, ended, torn, candidate, later,
    ]

    private func record(_ text: String) throws -> Record { try Record(line: Array(text.utf8)) }

    private func fault(_ text: String) -> LineFault? { fault(Array(text.utf8)) }

    private func fault(_ line: [UInt8]) -> LineFault? {
        do {
            _ = try Record(line: line)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Both ways

    @Test(arguments: all) func `every line that is read is written again, byte for byte`(text: String) throws {
        #expect(String(decoding: try record(text).line, as: UTF8.self) == text)
        // Its newline is none of its content.
        #expect(try record(String(text.dropLast())) == record(text) || text == Self.later)
    }

    @Test func `an identifier tells when it was made, and other texts do not`() {
        let time = WallTime(milliseconds: 1_795_348_800_123)
        #expect(EventIDs.time(of: EventIDs().next(at: time)) == time)
        for text in ["", "gate", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", String(repeating: "!", count: 26)] {
            #expect(EventIDs.time(of: text) == nil, "\(text)")
        }
    }

    @Test func `what is read is what was written`() throws {
        guard case .plate(let event) = try record(Self.event), case .gap(let ended) = try record(Self.ended),
            case .torn(let torn) = try record(Self.torn), case .candidate(let candidate) = try record(Self.candidate),
            case .other(let other) = try record(Self.later)
        else {
            Issue.record("a line was read as something else")
            return
        }
        var expected = PlateEvent(
            id: "01JD", time: WallTime(milliseconds: 1_795_257_125_120), camera: "gate", plate: "AB12CD",
            plateRaw: "ABI2CD", confidence: 0.971, candidates: [PlateCandidate(plate: "AB12CD", confidence: 1)],
            region: "GB", box: PlateBox(x: 10, y: -21, width: 100, height: 30), reads: 3, framesSeen: 4,
            firstSeen: WallTime(milliseconds: 0), lastSeen: WallTime(milliseconds: 600), engine: "tesseract",
            latencyMilliseconds: 41)
        expected.position = 0.6
        expected.file = "a.mp4"
        #expect(event == expected)
        #expect(ended.gap.cause == .outOfFocus && ended.end == WallTime(milliseconds: 1_790_000_060_000))
        #expect(torn.fragment == Array("{\"schema\":".utf8) + [1, 0xFF])
        #expect(candidate.rejection == "too_small" && candidate.track == 7)
        #expect(other.schema == "plated.session/3" && other.id == "01D" && other.camera == "gate")
        #expect(other.time == WallTime(milliseconds: 1_790_000_061_000))
    }

    @Test func `what an event says of direction, lane and evidence is read`() throws {
        guard case .plate(let proven) = try record(Self.proven), case .plate(let unproven) = try record(Self.unproven)
        else {
            Issue.record("no event")
            return
        }
        #expect(proven.direction == PlateDirection(degrees: 94, movement: .approaching) && proven.lane == "in")
        let evidence = try #require(proven.evidence)
        #expect(evidence.time == WallTime(milliseconds: 1_795_257_124_920))
        #expect(evidence.box == PlateBox(x: 11, y: -20, width: 98, height: 29))
        #expect(evidence.frame == .init(width: 1920, height: 1080) && evidence.missing == nil)
        #expect(evidence.crop?.path == "2026/11/21/10/01JD.crop.jpg" && evidence.crop?.bytes == 4711)
        #expect(evidence.scene?.width == 960 && evidence.scene?.height == 540)
        #expect(unproven.direction == PlateDirection(degrees: nil, movement: .standing) && unproven.lane == nil)
        #expect(unproven.evidence?.missing == .diskFull && unproven.evidence?.crop == nil)
    }

    @Test(arguments: [event, ended, torn, candidate, seal, health, forgotten, match])
    func `fields of a later version stay where they are, however they are written`(text: String) throws {
        let new = #","later":{"a" : [1E+3,"\u00e9\/",null], "b":{}}"#
        // Before each field, and at the end.
        var places = text.indices.filter { text[$0...].hasPrefix(",\"") && !text[..<$0].contains("[{") }
        places.append(try #require(text.lastIndex(of: "}")))
        for place in places {
            let text = text[..<place] + new + text[place...]
            let line = try record(String(text)).line
            #expect(String(decoding: line, as: UTF8.self) == text)
        }
        let first = text.replacing("{\"schema\"", with: "{\"a\":1,\"schema\"", maxReplacements: 1)
        #expect(String(decoding: try record(first).line, as: UTF8.self) == first)
    }

    @Test func `fields of a later version within direction and evidence stay too`() throws {
        let start = try #require(Self.proven.firstRange(of: "\"direction\":{")).upperBound
        let places = Self.proven.indices.filter { $0 > start && Self.proven[$0...].hasPrefix(",\"") }
        #expect(places.count >= 14)
        for place in places {
            let text = Self.proven[..<place] + ",\"later\":[{}, 1e3]" + Self.proven[place...]
            #expect(String(decoding: try record(String(text)).line, as: UTF8.self) == text)
        }
    }

    @Test func `fields of a later version within a candidate stay too`() throws {
        let text = Self.event.replacing("\"confidence\":1.000}", with: "\"confidence\":1.000,\"votes\":[3]}")
        #expect(String(decoding: try record(text).line, as: UTF8.self) == text)
    }

    @Test func `what was read can be changed and keeps what it does not know`() throws {
        guard case .plate(var event) = try record(Self.event.replacing("\"reads\"", with: "\"speed\":9,\"reads\""))
        else {
            Issue.record("no event")
            return
        }
        event.plate = "X"
        event.file = nil
        let text = String(decoding: event.line, as: UTF8.self)
        #expect(
            text.contains("\"plate\":\"X\"") && text.contains("],\"speed\":9,\"reads\":3") && !text.contains("file"))
    }

    @Test func `a gap whose cause a later version names is a gap`() throws {
        guard case .gap(let record) = try record(Self.began.replacing("\"lost\"", with: "\"asleep\"")) else {
            Issue.record("no gap")
            return
        }
        #expect(record.gap.cause.rawValue == "asleep" && !Gap.Cause.allCases.contains(record.gap.cause))
    }

    @Test func `names and texts may be escaped, and white space may stand between`() throws {
        let text =
            " { \"sche\\u006da\" : \"plated.gap\\/1\",\n\t\"id\":\"\\ud83d\\ude97\",\"ts\":\"2026-09-21T16:14:21+02:00\","
            + "\"camera\":\"\\b\\f\\n\\r\\t\\\\\\\"\",\"gap\":\"1\",\"cause\":\"lost\",\"state\":\"began\","
            + "\"start\":\"2026-09-21T14:14:21Z\",\"end\":null} \r\n"
        guard case .gap(let gap) = try record(text) else {
            Issue.record("no gap")
            return
        }
        #expect(gap.id == "🚗" && gap.camera == "\u{8}\u{C}\n\r\t\\\"" && gap.time == gap.gap.start)
    }

    // MARK: - What cannot be read

    @Test(arguments: [
        ("", LineFault.empty), (" \n", .empty), ("[]", .notObject), ("12", .notObject), ("{", .notJSON(at: 1)),
        ("{}", .field("schema", .missing)), ("{}x", .notJSON(at: 2)), ("\u{FEFF}{}", .notJSON(at: 0)),
        ("{\"a\":01}", .notJSON(at: 6)), ("{\"a\":+1}", .notJSON(at: 5)), ("{\"a\":1.}", .notJSON(at: 7)),
        ("{\"a\":nul}", .notJSON(at: 8)), ("{\"a\":\"\t\"}", .notJSON(at: 6)), ("{\"a\":\"\\x\"}", .notJSON(at: 7)),
        ("{\"a\":1,}", .notJSON(at: 7)), ("{\"a\":[1,]}", .notJSON(at: 8)), ("{\"a\":[}]}", .notJSON(at: 6)),
        ("{\"a\" 1}", .notJSON(at: 5)), ("{a:1}", .notJSON(at: 1)), ("{\"a\":1\0\0}", .zeros(at: 6)),
        ("{\"a\":\"\0", .zeros(at: 6)), ("\0\0\0", .zeros(at: 0)), ("{\"schema\":7}", .field("schema", .notText)),
        ("{\"schema\":\"\\ud800\"}", .field("schema", .notText)),
        ("{\"schema\":\"a\",\"schema\":\"b\"}", .field("schema", .twice)),
    ])
    func `a line that is no record is told as what it is`(text: String, fault: LineFault) {
        #expect(self.fault(text) == fault)
    }

    @Test(arguments: [
        ("\"id\":\"01JD\",", "", LineFault.field("id", .missing)), ("\"01JD\"", "1", .field("id", .notText)),
        ("\"01JD\"", "null", .field("id", .notText)), ("10:32:05.120Z", "10:32:05", .field("ts", .notTime)),
        ("\"reads\":3", "\"reads\":3.0", .field("reads", .notWhole)),
        ("\"reads\":3", "\"reads\":99999999999999999999", .field("reads", .notWhole)),
        ("\"reads\":3", "\"reads\":3,\"reads\":3", .field("reads", .twice)),
        ("0.971", "1e999", .field("confidence", .notNumber)),
        ("0.971", "\"1\"", .field("confidence", .notNumber)), ("[10,-21,100,30]", "[10,20,30]", .field("box", .notBox)),
        ("[10,-21,100,30]", "[1,2,3,[4]]", .field("box", .notBox)),
        ("[10,-21,100,30]", "[9223372036854775807,20,100,30]", .field("box", .notBox)),
        ("[10,-21,100,30]", "[10,20,100,-1000001]", .field("box", .notBox)),
        ("\"latency_ms\":41", "\"latency_ms\":9223372036854775807", .field("latency_ms", .notWhole)),
        ("\"latency_ms\":41", "\"latency_ms\":-1000000000001", .field("latency_ms", .notWhole)),
        ("0.971", "1e300", .field("confidence", .notNumber)), ("[{", "[7,{", .field("candidates", .notCandidates)),
        ("[{", "[{},{", .field("plate", .missing)),
    ])
    func `an event that lacks what its schema has is told with the field`(
        part: String, replacement: String, fault: LineFault
    ) {
        #expect(self.fault(Self.event.replacing(part, with: replacement, maxReplacements: 1)) == fault)
    }

    @Test(arguments: [
        ("{\"degrees\":94", "{\"degrees\":\"up\"", LineFault.field("degrees", .notWhole)),
        ("{\"degrees\":94,\"movement\":\"approaching\"}", "90", .field("direction", .notObject)),
        ("\"movement\":\"approaching\"", "\"moves\":1", .field("movement", .missing)),
        ("\"bytes\":4711", "\"bytes\":null", .field("bytes", .notWhole)),
        ("\"box\":[11,-20,98,29],", "", .field("box", .missing)),
        ("{\"width\":1920,\"height\":1080}", "[1920,1080]", .field("frame", .notObject)),
    ])
    func `direction and evidence that lack what they have are told with the field`(
        part: String, replacement: String, fault: LineFault
    ) {
        #expect(self.fault(Self.proven.replacing(part, with: replacement, maxReplacements: 1)) == fault)
    }

    @Test func `records that contradict themselves are told`() {
        #expect(fault(Self.began.replacing("began", with: "ended")) == .field("state", .contradiction))
        #expect(fault(Self.candidate.replacing("\"too_small\"", with: "null")) == .field("outcome", .contradiction))
        for hex in ["7", "7g", "7b "] {
            let text = Self.torn.replacing("7b22736368656d61223a01ff", with: hex)
            #expect(fault(text) == .field("fragment_hex", .notHex))
        }
    }

    @Test func `bytes that are no text, long lines and deep ones are told, not followed`() {
        #expect(fault(Array("{\"a\":\"".utf8) + [0xC3] + Array("\"}".utf8)) == .notUTF8(at: 6))
        #expect(fault(Array("{\"a\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8)) == .notUTF8(at: 6))
        let long = [UInt8](repeating: UInt8(ascii: "["), count: Record.longestLine + 1)
        #expect(fault(long) == .tooLong(Record.longestLine + 1))
        #expect(fault(Array(long.dropLast())) == .tooDeep(at: JSONScanner.depth - 1))
        for levels in [JSONScanner.depth - 1, JSONScanner.depth] {
            let nested =
                "{\"schema\":\"x\",\"a\":" + String(repeating: "[", count: levels)
                + String(repeating: "]", count: levels) + "}"
            #expect((fault(nested) == nil) == (levels < JSONScanner.depth))
        }
    }
}
