import Answers
import History
import Records
import Rules
import Testing

@testable import Console

/// What pages say of now, where their scripts go on from it.
@Suite struct PresentTests {
    private let now = WallTime(milliseconds: 1_795_348_800_000)

    private func record(hoursAgo: Int64) -> StoredRecord {
        let time = WallTime(milliseconds: now.milliseconds - hoursAgo * 3_600_000)
        let event = PlateEvent(
            id: "x", time: time, camera: "gate", plate: "RK482BN", plateRaw: "RK482BN", confidence: 0.9, candidates: [],
            box: PlateBox(x: 0, y: 0, width: 1, height: 1), reads: 1, framesSeen: 1, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
        return StoredRecord(seq: 7, camera: "gate", time: time, record: .plate(event), line: [])
    }

    @Test func `a plate of another day says so, and each says when it was`() throws {
        func row(hoursAgo: Int64) throws -> String {
            let view = RowView(record(hoursAgo: hoursAgo), correction: nil, wanted: nil, zone: .utc, now: now)
            return try Pages().text("row", try #require(view).values)
        }
        let today = try row(hoursAgo: 0)
        #expect(!today.contains("other-day") && today.contains("data-seq=\"7\" data-time=\"1795348800000\""))
        #expect(try row(hoursAgo: 24).contains("class=\"other-day\""))
    }

    @Test func `the badge of blind cameras is there also where none is, for the script to show`() throws {
        func head(blind: Int) throws -> String {
            let session = Session(digest: "", name: "vera", role: .viewer, cameras: [], ends: now)
            return try Pages().text("head", PageFrame.ways(for: session, blind: blind))
        }
        #expect(try head(blind: 0).contains("cameras that cannot see now\" hidden>0<"))
        #expect(try head(blind: 3).contains("cameras that cannot see now\">3<"))
    }

    @Test func `how long somebody is in is counted on from the entry, and only of who is in`() throws {
        func row(_ state: SessionState) throws -> String {
            let entry = SessionPass(camera: "in", id: "e", time: now, plate: "AB12CDE", confidence: 0.9)
            let session = SessionRecord(
                id: "r", time: now, camera: "in", site: "park", session: "s", revision: 0, state: state, change: .began,
                plate: "AB12CDE", entry: entry, exit: nil, occupancy: 1)
            return try Pages().text(
                "session-row", SessionView(session: session, events: [:], zone: .utc, now: now).values)
        }
        #expect(try row(.open).contains("data-entered=\"1795348800000\""))
        #expect(try !row(.forgotten).contains("data-entered"))
    }

    @Test func `that a door was told to open is said for ten seconds`() throws {
        func isNews(_ text: String, after milliseconds: Int64 = 0) throws -> Bool {
            let later = WallTime(milliseconds: now.milliseconds + milliseconds)
            return DoorRoutes.isNews(try #require(Fields(text)), at: later)
        }
        let sent = "done=opened&at=\(now.milliseconds)"
        #expect(try isNews(sent) && isNews(sent, after: 10_000))
        #expect(try !isNews(sent, after: 10_001) && !isNews(sent, after: -1))
        #expect(try !isNews("done=opened") && !isNews("done=opened&at=x") && !isNews("at=\(now.milliseconds)"))
    }

    @Test func `what was chosen for a new list stays when its name is refused`() {
        let chosen = ListView.kinds(chosen: "deny").compactMap { $0["isChosen"] as? Bool }
        #expect(chosen == ListKind.allCases.map { $0 == .deny })
        #expect(ListView.kinds(chosen: nil).allSatisfy { $0["isChosen"] as? Bool == false })
    }

    @Test func `settings that nobody checked are neither right nor wrong`() {
        #expect(CameraPage.tag(isRight: true, isChecked: true) == "good")
        #expect(CameraPage.tag(isRight: true, isChecked: false) == "")
        #expect(CameraPage.tag(isRight: false, isChecked: false) == "bad")
    }
}
