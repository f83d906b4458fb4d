import Basics
import Records
import Settings
import Testing

@testable import Evaluation

@Suite struct TruthTests {
    private func truth(_ text: String, of recordings: [String]) throws -> (truth: Truth, notes: [String]) {
        try TruthMatching(recordings.map { .init(path: $0) }).truth(of: TruthFile(text: text, path: "/set/truth.csv"))
    }

    @Test func `the manifest of a set of clips is a truth`() throws {
        let (truth, notes) = try truth(
            "video,text,note\nclips/a.mp4,ab-12-cd,x\nclips/a.mp4,EF34GH,\nclips/b.mp4,,\nclips/c.mp4,XX11XX,\n",
            of: ["/elsewhere/a.mp4", "/set/clips/b.mp4"])
        #expect(
            truth.scopes == [
                .init(recordings: [0], plates: ["AB12CD": 1, "EF34GH": 1]), .init(recordings: [1], plates: [:]),
            ])
        #expect(notes == ["/set/truth.csv: 1 row is about other recordings"])
    }

    @Test func `a corrected log is one, and its gaps say nothing`() throws {
        let lines = """
            {"schema":"plated.event/1","ts":"2026-11-21T10:00:05Z","file":"a.mp4","plate":"AB12CD"}
            {"schema":"plated.gap/1","ts":"2026-11-21T10:00:06Z"}
            {"plate":"EF34GH","file":"a.mp4"}
            {"plate":"EF34GH","file":"a.mp4"}
            """
        let (truth, _) = try truth(lines, of: ["a.mp4", "b.mp4"])
        #expect(truth.scopes == [.init(recordings: [0], plates: ["AB12CD": 1, "EF34GH": 2])])
        #expect(truth.counts("AB12CD", in: 0) == true && truth.counts("AB12CX", in: 0) == false)
        #expect(truth.counts("AB12CD", in: 1) == nil)
    }

    @Test func `plates without a recording are those of all recordings, or lie where their time does`() throws {
        let anywhere = try truth("plate\nAB12CD\nEF34GH\n", of: ["a.mp4", "b.mp4"]).truth
        #expect(anywhere.scopes == [.init(recordings: [0, 1], plates: ["AB12CD": 1, "EF34GH": 1])])
        #expect(try truth("plate\nAB12CD\n", of: ["a.mp4"]).truth.scopes.map(\.recordings) == [[0]])
        let day = try #require(WallTime(rfc3339: "2026-11-21T10:00:00Z"))
        func hour(_ number: Int64) -> ClosedRange<WallTime> {
            let start = day.milliseconds + 3_600_000 * number
            return WallTime(milliseconds: start)...WallTime(milliseconds: start + 3_600_000 - 1)
        }
        let timed = try TruthMatching([.init(path: "a.mp4", time: hour(0)), .init(path: "b.mp4", time: hour(1))]).truth(
            of: TruthFile(text: "time;plate\n2026-11-21T11:30:00Z;AB12CD\n2026-11-22T11:30:00Z;EF34GH\n", path: "t.csv")
        )
        #expect(timed.truth.scopes == [.init(recordings: [1], plates: ["AB12CD": 1])])
        #expect(timed.notes.count == 2)
    }

    @Test func `of one recording the plates of its time count, and all where no time fits it`() throws {
        let start = try #require(WallTime(rfc3339: "2026-11-21T10:00:00Z"))
        let hour = start...WallTime(milliseconds: start.milliseconds + 3_599_999)
        let file = try TruthFile(
            text: "time;plate\n2026-11-21T10:30:00Z;AB12CD\n2026-11-21T15:30:00Z;EF34GH\n", path: "t.csv")
        let timed = try TruthMatching([.init(path: "a.mp4", time: hour)]).truth(of: file)
        #expect(timed.truth.scopes == [.init(recordings: [0], plates: ["AB12CD": 1])] && timed.notes.count == 1)
        let later = start.milliseconds + 86_400_000
        let other = WallTime(milliseconds: later)...WallTime(milliseconds: later + 3_599_999)
        for time in [other, nil] {
            let all = try TruthMatching([.init(path: "a.mp4", time: time)]).truth(of: file)
            #expect(
                all.truth.scopes == [.init(recordings: [0], plates: ["AB12CD": 1, "EF34GH": 1])] && all.notes.isEmpty)
        }
    }

    @Test func `a truth about other recordings is an error that names them`() {
        #expect(throws: Failure.self) { try truth("video,text\nc.mp4,AB12CD\n", of: ["a.mp4", "b.mp4"]) }
        #expect {
            try truth("video,text\nc.mp4,AB12CD\n", of: ["a.mp4", "b.mp4"])
        } throws: {
            Failure($0).description
                == "matching /set/truth.csv: none of its 1 rows is about one of these recordings; line 2 is about c.mp4"
        }
    }

    @Test func `of two recordings with one name the one with the folder is meant`() throws {
        let found = try truth("video,text\nmonday/gate.mp4,AB12CD\n", of: ["/x/sunday/gate.mp4", "/x/monday/gate.mp4"])
        #expect(found.truth.scopes.map(\.recordings) == [[1]])
        #expect(throws: Failure.self) {
            try truth("video,text\ngate.mp4,AB12CD\n", of: ["/x/1/gate.mp4", "/x/2/gate.mp4"])
        }
    }

    @Test(arguments: ["", "colour,size\nred,1\n", "plate\n", "{\"plate\":\n", "plate,video\n\"AB12CD,a.mp4\n"])
    func `what is no truth says so, with its line`(text: String) {
        #expect(throws: Problems.self) { try TruthFile(text: text, path: "t.csv") }
    }

    @Test func `a file that is not there says so`() {
        #expect {
            try TruthFile("/nonexistent.csv")
        } throws: {
            Failure($0).description == "/nonexistent.csv: cannot be read: there is no such file"
        }
    }
}
