import ALPR
import Plates
import Records
import Testing

@testable import Scanner

@Suite struct RecordTests {
    private let plate = AcceptedPlate(
        text: "AB12CD", raw: "ABI2CD", confidence: 0.9712,
        candidates: [Candidate(text: "AB12CD", confidence: 0.75), Candidate(text: "A812CD", confidence: 0.25)],
        origin: .init(country: "GB", confidence: 0.9), box: Box(x: 10.4, y: 20.5, width: 99.9, height: 30), reads: 3,
        framesSeen: 4, firstSeen: Timestamp(.zero), lastSeen: Timestamp(.milliseconds(600)), track: 7)

    @Test func `an accepted plate becomes the line that the log has always held`() {
        let event = PlateEvent(
            plate, id: "01", time: WallTime(milliseconds: 1_795_257_125_120), camera: "gate",
            firstSeen: WallTime(milliseconds: 0), lastSeen: WallTime(milliseconds: 600), engine: "tesseract",
            latencyMilliseconds: 41, position: Timestamp(.milliseconds(600)), file: "a.mp4")
        let expected = """
            {"schema":"plated.event/1","id":"01","ts":"2026-11-21T10:32:05.120Z","camera":"gate","plate":"AB12CD",\
            "plate_raw":"ABI2CD","confidence":0.971,"candidates":[{"plate":"AB12CD","confidence":0.750},\
            {"plate":"A812CD","confidence":0.250}],"format":null,"region":"GB","box":[10,21,100,30],"reads":3,\
            "frames_seen":4,"first_seen":"1970-01-01T00:00:00.000Z","last_seen":"1970-01-01T00:00:00.600Z",\
            "engine":"tesseract","latency_ms":41,"position_s":0.600,"file":"a.mp4"}

            """
        #expect(String(decoding: event.line, as: UTF8.self) == expected)
    }

    @Test func `probability, direction, lane and evidence follow what the log has always held, where they are known`() {
        var plate = plate
        plate.direction = Direction(degrees: 359.7, movement: .passing)
        plate.lane = "in"
        plate.probability = 0.93
        let time = WallTime(milliseconds: 1_795_257_125_120)
        let evidence = PlateEvidence(
            time: time, box: PlateBox(x: 1, y: 2, width: 3, height: 4), frame: .init(width: 640, height: 480),
            crop: .init(path: "a.jpg", sha256: "0a", bytes: 9), missing: .noPicture)
        let event = PlateEvent(
            plate, id: "01", time: time, camera: "gate", firstSeen: time, lastSeen: time, engine: "tesseract",
            latencyMilliseconds: 41, evidence: evidence)
        let expected = """
            "latency_ms":41,"probability":0.930,"direction":{"degrees":0,"movement":"passing"},"lane":"in",\
            "evidence":{"ts":"2026-11-21T10:32:05.120Z","box":[1,2,3,4],"frame":{"width":640,"height":480},\
            "crop":{"path":"a.jpg","sha256":"0a","bytes":9},"missing":"no_picture"}}

            """
        #expect(String(decoding: event.line, as: UTF8.self).hasSuffix(expected))
    }

    @Test func `an explanation says accepted, or the one reason`() {
        let report = CandidateReport(
            time: Timestamp(.milliseconds(1500)), box: Box(x: 1, y: 2, width: 3, height: 4), textHeight: 7.25,
            outcome: .rejected(.tooSmall))
        let record = CandidateRecord(report, time: WallTime(milliseconds: 0), camera: "gate")
        let line = String(decoding: record.line, as: UTF8.self)
        #expect(line.contains("\"outcome\":\"rejected\",\"reason\":\"too_small\",\"plate\":null"))
        #expect(line.contains("\"frame_s\":1.500"))
        #expect(line.hasSuffix("}\n"))
    }
}
