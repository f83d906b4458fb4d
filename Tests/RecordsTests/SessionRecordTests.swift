import Records
import Testing

@Suite struct SessionRecordTests {
    private func record() -> SessionRecord {
        let pass = SessionPass(
            camera: "in", id: "01A", time: WallTime(milliseconds: 1_795_348_800_000), plate: "AB12CDE", confidence: 0.9,
            lane: "left", movement: .approaching)
        var exit = pass
        (exit.camera, exit.id, exit.plate) = ("out", "01B", "A812CDE")
        (exit.lane, exit.movement) = (nil, nil)
        exit.time = WallTime(milliseconds: pass.time.milliseconds + 225_000)
        var record = SessionRecord(
            id: "01S", time: exit.time, camera: "out", site: "tunnel", session: "01T", revision: 1, state: .ended,
            change: .ended, plate: "AB12CDE", entry: pass, exit: exit, occupancy: 3)
        record.match = .alike
        record.settles = exit.time
        record.isOverstay = true
        record.longestStay = 200
        record.length = 5000
        record.capacity = 10
        return record
    }

    @Test func `a session is read as it was written, with what it does not know`() throws {
        let record = record()
        let text = String(decoding: record.line, as: UTF8.self)
        #expect(text.contains(#""dwell_s":225.0,"length_m":5000,"speed_km_h":80.0"#))
        #expect(try Record(line: record.line) == .session(record))
        let later = text.replacing(#""match""#, with: #""fee":3,"match""#).replacing(
            #""lane""#, with: #""gate":7,"lane""#)
        #expect(try Record(line: Array(later.utf8)).line == Array(later.utf8))
    }

    @Test func `an end that nobody saw is null`() throws {
        var record = record()
        (record.entry, record.match, record.capacity, record.length) = (nil, nil, nil, nil)
        let text = String(decoding: record.line, as: UTF8.self)
        #expect(text.contains(#""entry":null,"exit":{"#) && !text.contains("dwell_s"))
        #expect(try Record(line: record.line) == .session(record))
        for field in ["entry", "site", "session", "revision", "state", "occupancy", "overstay"] {
            let broken = text.replacing("\"\(field)\":", with: "\"x\(field)\":")
            #expect(throws: LineFault.self) { try Record(line: Array(broken.utf8)) }
        }
    }
}
