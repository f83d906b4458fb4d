import ALPR
import Foundation
import TestSupport
import Testing

@testable import Evaluation

@Suite struct TuningReportTests {
    /// Three settings over one recording: as it is nothing is agreed on in time, with fewer reads or a shorter interval it is.
    private func report(truth: Truth? = nil) throws -> TuningReport {
        let scene = TuningScene(texts: ["AB12CDE"])
        let contenders = [
            scene.contender(interval: 600), scene.contender("gate.interval_ms", interval: 200),
            scene.contender("vote.minimum_reads", interval: 300), scene.contender("plates.per_frame", interval: 600),
        ]
        let take = try scene.take(contenders, pictures: 6)
        let tuning = Tuning(contenders.map(\.variation), takes: [take], truth: truth)
        var report = tuning.report()
        report.file = "gate.yaml"
        return report
    }

    private let truth = Truth(scopes: [.init(recordings: [0], plates: ["AB12CDE": 1])], isGiven: true)

    @Test func `with a truth it tells what is right, what to change and what that costs`() throws {
        let report = try report(truth: truth)
        #expect(report.present.score.missed == 1)
        #expect(report.recommended?.score.right == 1)
        let text = report.text
        #expect(text.contains("1 plate came by") && text.contains("To change in gate.yaml:"), "\(text)")
        #expect(text.contains("read then: AB12CDE, gate.mp4 at"), "\(text)")
        #expect(text.contains("times the processor time, decoding included") && text.contains("Nothing was changed."))
        #expect(text.contains("Nothing changes with\n  plates.per_frame: 1\n"), "\(text)")
    }

    @Test func `without one it says what that is worth`() throws {
        let text = try report().text
        #expect(text.contains("agreed  doubtful") && text.contains("Nobody said which plates came by"), "\(text)")
    }

    @Test func `programs get the same as JSON`() throws {
        let line = try report(truth: truth).json
        let object = try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        #expect(object["schema"] as? String == "plated.tune/1" && object["truth"] as? Bool == true)
        #expect((object["variations"] as? [[String: Any]])?.count == 3)
        let recommended = try #require(object["recommended"] as? [String: Any])
        #expect(recommended["right"] as? Int == 1 && recommended["verdict"] as? String == "better")
        #expect((recommended["yaml"] as? String)?.hasPrefix("gate:\n  interval_ms: 1 ") ?? false, "\(recommended)")
        let change = try #require((object["changes"] as? [[String: Any]])?.first)
        #expect(change["plate"] as? String == "AB12CDE" && change["now"] as? Bool == false)
    }

    @Test func `the sheet shows each text that would change`() throws {
        let html = try TuningSheet(report(truth: truth), png: { $0.isEmpty ? [] : [1, 2, 3] }).html()
        #expect(html.contains("<h2>With the recommended settings, in addition: 1</h2>"))
        #expect(html.contains("AB12CDE") && html.contains("data:image/png;base64,AQID"))
    }

    @Test func `what is told in a recording that the truth does not name counts neither way`() throws {
        let report = try report(truth: Truth(scopes: [], isGiven: true))
        #expect(report.recommended == nil && report.trials.allSatisfy { $0.score == Trial.Score() })
        #expect(report.changes.allSatisfy { report.standing(of: $0) == "unknown" })
    }
}
