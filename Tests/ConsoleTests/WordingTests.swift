import Answers
import Foundation
import HTTPTypes
import HummingbirdCore
import Records
import TestSupport
import Testing

@testable import Console

/// What the pages say to somebody who sees them for the first time.
@Suite struct WordingTests {
    private func session(_ role: Role, cameras: Set<String> = []) -> Session {
        Session(digest: "", name: "anna", role: role, cameras: cameras, ends: WallTime(milliseconds: 0))
    }

    @Test func `the camera that was blind for longest comes first, in one sentence with the others`() throws {
        let hour: Int64 = 3_600_000
        let spans = [("exit", 1), ("yard", 9), ("gate", 2)].map { camera, hours in
            Blindness.Span(
                camera: camera, start: WallTime(milliseconds: 0), end: WallTime(milliseconds: Int64(hours) * hour))
        }
        let blind = Blindness(spans, from: nil, until: nil, now: WallTime(milliseconds: 20 * hour))
        let text = try Pages().text("blind", ["blind": BlindView(totals: blind.totals).values])
        #expect(
            text.contains(
                "In this time yard was blind for 9 h; gate was blind for 2 h; exit was blind for 1 h. "), "\(text)")
        let none = Blindness([], from: nil, until: nil, now: WallTime(milliseconds: 0))
        #expect(try Pages().text("blind", ["blind": BlindView(totals: none.totals).values]).allSatisfy(\.isWhitespace))
    }

    @Test func `a page that refuses something says it in people's words, and leads to the other pages`() throws {
        let pages = try Pages()
        for status in [400, 401, 403, 404, 405, 409, 412, 413, 415, 421, 422, 429, 503] {
            let problem = RequestProblem(.init(code: status), "Why.")
            #expect(problem.title != problem.status.reasonPhrase || status == 404, "\(status)")
        }
        let refused = pages.problem(.notFound, isAsked: true, session: session(.operator))
        #expect(refused.status == .notFound)
        let text = pages.text("problem", PageFrame.ways(for: session(.operator)).merging(["title": "Not found"]) { $1 })
        #expect(text.contains("href=\"&#x2F;plates\"") || text.contains("href=\"/plates\""))
        #expect(!text.contains("Cameras</a>"), "an operator is not led where only admins get")
    }

    @Test func `two moments of a day have their day and their zone once`() {
        let zone = LocalZone { _ in 3600 }
        let (noon, day): (Int64, Int64) = (1_795_000_000_000, 86_400_000)
        let one = zone.text(from: WallTime(milliseconds: noon), to: WallTime(milliseconds: noon + 2000))
        #expect(
            one.components(separatedBy: "2026-").count == 2 && one.components(separatedBy: "+01:00").count == 2,
            "\(one)")
        let two = zone.text(from: WallTime(milliseconds: noon), to: WallTime(milliseconds: noon + day))
        #expect(two.components(separatedBy: "+01:00").count == 3, "\(two)")
    }

    @Test func `tables have their columns' names at each value, for phones`() throws {
        let folder = repository + "/Sources/Console/Pages"
        var tables = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".mustache") {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            for table in text.matches(of: /(?s)<table class="cards">.*?<\/table>/).map({ String($0.0) }) {
                tables += 1
                let heads = table.matches(of: /<th scope="col">([^<]+)<\/th>/).map { String($0.1) }
                let labels = table.matches(of: /<td[^>]*data-label="([^"]+)"/).map { String($0.1) }
                #expect(heads == labels, "\(name)")
            }
        }
        #expect(tables == 4)
    }

    @Test func `a camera that is asked for and unknown stands in the choice all the same`() {
        let choices = CameraChoice(cameras: ["exit", "gate"], chosen: ["moon"]).values
        #expect(choices.map { $0["name"] as? String } == ["exit", "gate", "moon"])
        #expect(choices.map { $0["isChosen"] as? Bool } == [false, false, true])
        #expect(choices.map { $0["isUnknown"] as? Bool } == [false, false, true])
    }
}
