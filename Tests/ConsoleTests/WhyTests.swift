import Answers
import Foundation
import Records
import TestSupport
import Testing

@testable import Console

@Suite struct WhyTests {
    @Test func `every reason that the page of events has is told in words, with what else its setting lets in`() throws
    {
        let page = try String(contentsOfFile: repository + "/docs/events.md", encoding: .utf8)
        let table = try #require(page.split(separator: "### Reasons").last)
        let listed = table.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `([a-z_]+)` \|/)?.1 }.map(
            String.init)
        #expect(listed.count > 15 && Set(listed) == Set(ReasonGuide.all.map(\.reason)))
        let keys = try String(contentsOfFile: repository + "/config/plated.yaml", encoding: .utf8)
        for guide in ReasonGuide.all {
            #expect(
                guide.keys.isEmpty == guide.risk.isEmpty, "\(guide.reason): a setting is told with what else it lets in"
            )
            #expect(!guide.advice.isEmpty && !guide.meaning.isEmpty)
            for key in guide.keys {
                let name = key.split(separator: ".").last ?? ""
                #expect(keys.contains("#\(name):"), "\(key)")
            }
        }
        #expect(ReasonGuide.of("too_red").words == "too red")
    }

    private func view(_ reason: String, plate: String? = "AB12", limits: [String: String] = [:]) -> MissView {
        let first = WallTime(milliseconds: 1_790_000_000_000)
        let record = MissRecord(
            id: "01M70000000000000000000000", time: first, camera: "gate", reason: reason, firstSeen: first,
            lastSeen: WallTime(milliseconds: first.milliseconds + 2000), looks: 4, votes: 1, reasons: [(reason, 4)],
            plate: plate, confidence: 0.8, box: PlateBox(x: 1, y: 2, width: 3, height: 4), textHeight: 8.6,
            frame: .init(width: 64, height: 48), moved: true)
        return MissView(record: record, zone: .utc, limits: limits)
    }

    @Test(arguments: [
        ("too_small", "Seen in 4 pictures over 2 s; its characters were up to 9 px high, and 12 px is the least."),
        (
            "low_confidence",
            "Seen in 4 pictures over 2 s; the best reading had a confidence of 0.80, and 0.85 is the least."
        ),
        ("no_agreement", "Seen in 4 pictures over 2 s; 1 reading counted, and 2 have to agree."),
        ("length", "Seen in 4 pictures over 2 s; 4 characters were read, and a plate has 5 to 9."),
        ("cut_off", "Seen in 4 pictures over 2 s; touched the edge, with characters 9 px high."),
    ])
    func `a miss is told in a sentence, with the camera's own limits`(reason: String, sentence: String) {
        let limits = [
            "plates.minimum_text_height_px": "12.0", "plates.minimum_confidence": "0.85", "vote.minimum_reads": "2",
            "plates.characters": "[5, 9]",
        ]
        #expect(view(reason, limits: limits).sentence == sentence)
        #expect(!view(reason).sentence.contains("least"))
    }

    @Test func `looks of an event say which agreed, and where the others differ`() {
        let table = LookTable(
            looks: [
                PlateLook(offset: 0, plate: "AB1ZCD", confidence: 0.9, weight: 0.2, textHeight: 12),
                PlateLook(offset: 200, plate: "AB12CD", confidence: 0.98, weight: 1, textHeight: 12),
            ], first: WallTime(milliseconds: 0), zone: .utc, agreed: "AB12CD"
        ).rows
        #expect(table.map { $0["words"] as? String } == ["another text", "agrees"])
        #expect(table.map { $0["bar"] as? String } == ["20.0", "100.0"])
        #expect(table.map { $0["after"] as? String } == ["+0.0 s", "+0.2 s"])
    }
}
