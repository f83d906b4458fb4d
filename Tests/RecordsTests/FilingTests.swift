import Records
import Testing

struct FilingTests {
    private static let noon = WallTime(milliseconds: 1_795_348_800_000)

    @Test func `a session's passes are filed with it`() {
        let pass = { SessionPass(camera: $0, id: "01A", time: Self.noon, plate: "AB1", confidence: 0.9) }
        let session = SessionRecord(
            id: "01B", time: Self.noon, camera: "out", site: "park", session: "01C", revision: 0, state: .ended,
            change: .ended, plate: "AB1", entry: pass("in"), exit: pass("out"), occupancy: 0)
        guard case .session(let filed) = Record.session(session).filed(under: "north/out") else {
            Issue.record("it is no session any more")
            return
        }
        #expect([filed.camera, filed.entry?.camera, filed.exit?.camera] == ["north/out", "north/in", "north/out"])
        #expect(Record.session(session).filed(under: "out") == .session(session))
    }
}
