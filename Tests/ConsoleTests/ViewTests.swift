import Answers
import Foundation
import Records
import TestSupport
import Testing

@testable import Console
@testable import History

@Suite struct ViewTests {
    private let hour: Int64 = 3_600_000

    @Test func `the characters that differ are told apart, where both are as long`() {
        let marks = RowView.characters("RK4828N", wanted: "RK482BN").map { $0["differs"] as? Bool }
        #expect(marks == [false, false, false, false, false, true, false])
        #expect(RowView.characters("RK482BN", wanted: "RK48").count == 1)
        #expect(RowView.characters("RK482BN", wanted: "RK?82BN").allSatisfy { $0["differs"] as? Bool == false })
        // The field at the head of each page puts * around what is typed.
        let parts = RowView.characters("RK4828N", wanted: "*RK482BN*").map { $0["differs"] as? Bool }
        #expect(parts == marks)
        #expect(RowView.characters("A482B", wanted: "*482*").count == 1)
    }

    @Test func `a text reaches a page escaped`() throws {
        let pages = try Pages()
        let text = pages.text("problem", ["title": "<b>", "detail": "\"><script>alert(1)</script>", "code": "400"])
        #expect(!text.contains("<script>alert") && !text.contains("<b>") && text.contains("&lt;script&gt;"))
    }

    @Test func `many cameras that are blind are one line, and each is in it`() throws {
        let noon = WallTime(milliseconds: 12 * hour)
        func banner(_ count: Int) throws -> String {
            let gaps = (1...count).map { number in
                StoredGap(camera: "lane-\(number)", gap: Gap(id: "\(number)", cause: .lost, start: noon), end: nil)
            }
            return try Pages().text("banner", BlindBanner(gaps: gaps, now: noon, zone: .utc).values)
        }
        #expect(try !banner(3).contains("<details"))
        let many = try banner(9)
        #expect(
            many.contains("9 cameras cannot see</strong>: lane-1, lane-2, lane-3, lane-4, lane-5, lane-6 and 3 more."))
        #expect((1...9).allSatisfy { many.contains("data-camera=\"lane-\($0)\"") })
    }

    @Test func `no page has code or style of its own, nor a text that is not escaped`() throws {
        let folder = repository + "/Sources/Console/Pages"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        func texts(_ ending: String) throws -> [(name: String, text: String)] {
            try names.filter { $0.hasSuffix(ending) }.map { name in
                (name, try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
            }
        }
        let pages = try texts(".mustache")
        #expect(pages.count > 10)
        for page in pages {
            for never in ["style=", "<style", "onclick", "onload", "javascript:", "{{{", "{{&", "http://", "https://"] {
                #expect(!page.text.contains(never), "\(page.name): \(never)")
            }
        }
        let scripts = try texts(".js")
        #expect(!scripts.isEmpty)
        for script in scripts {
            for never in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "Function(", "document.write", "http:",
                "https:",
            ] {
                #expect(!script.text.contains(never), "\(script.name): \(never)")
            }
        }
    }

    @Test func `what one page looks like changes no other page`() throws {
        let style = String(decoding: Pages.style, as: UTF8.self)
        // Each page has a part behind a comment with its name; what comes before is for all.
        let parts = style.split(separator: "\n/* ").map { part in
            let rules = part.split(separator: "\n").filter { !$0.hasPrefix("@media") }
            return Set(
                rules.flatMap { $0.matches(of: /(?:^|[},] ?)(\.[a-z-]+)/).map { String($0.1) } })
        }
        #expect(parts.count > 4)
        for (index, part) in parts.enumerated().dropFirst() {
            for other in parts.indices.dropFirst(index + 1) {
                let shared = part.intersection(parts[other]).subtracting(parts[0])
                #expect(shared.isEmpty, "\(shared)")
            }
        }
    }

    /// Left, top, width and height of the text's plaque, for a box in a picture of 960 by 540.
    private func plaque(_ x: Double, _ y: Double, text: String = "KL907TS") -> [Double] {
        let mark = BoxMark(text: text, x: x, y: y, width: 90, height: 24, frame: (960, 540)).values
        #expect(mark["text"] as? String == text && mark["frame"] as? String == "0 0 960 540")
        return ["left", "top", "wide", "high"].compactMap { mark[$0] as? String }.compactMap(Double.init)
    }

    @Test func `the text of a box stands above it, below it where there is no room, and always in the picture`() {
        #expect(plaque(400, 300)[1] + plaque(400, 300)[3] <= 300 && plaque(400, 300)[0] == 400)
        #expect(plaque(400, 4)[1] >= 28)
        for (x, y) in [(0.0, 0.0), (870, 0), (0, 516), (870, 516), (430, 260)] {
            for text in ["KL907TS", String(repeating: "W", count: 64)] {
                let place = plaque(x, y, text: text)
                #expect(place.count == 4 && place[0] >= 0 && place[1] >= 0)
                #expect(place[0] + place[2] <= 960.1 && place[1] + place[3] <= 540.1, "\(place)")
            }
        }
    }

    @Test func `what is not known is no seeing, and a short gap is never a hundred per cent`() {
        func timeline(known: Int64?, gap: (Int64, Int64?)?) -> Timeline {
            let record = gap.map { start, end in
                StoredGap(
                    camera: "gate", gap: Gap(id: "x", cause: .lost, start: WallTime(milliseconds: start)),
                    end: end.map { WallTime(milliseconds: $0) })
            }
            return Timeline(
                camera: "gate", from: WallTime(milliseconds: 0), until: WallTime(milliseconds: 100 * hour),
                known: known.map { WallTime(milliseconds: $0) }, now: WallTime(milliseconds: 80 * hour),
                gaps: record.map { [$0] } ?? [])
        }
        #expect(timeline(known: nil, gap: nil).seeing == nil)
        #expect(timeline(known: 0, gap: nil).seeing == 1)
        #expect(timeline(known: 0, gap: (40 * hour, nil)).seeing == 0.5)
        #expect(timeline(known: 60 * hour, gap: (70 * hour, nil)).seeing == 0.5)
        #expect(Timeline.percent(1) == "100 %")
        #expect(Timeline.percent(0.999_999) == "99.99 %")
        #expect(Timeline.percent(0.5) == "50.0 %")
    }

    @Test func `bars count each hour once, under a round top`() {
        let edges = (0...4).map { WallTime(milliseconds: Int64($0) * hour) }
        let hours = [(0, 3), (1, 7), (1, 1), (3, 9), (4, 50)].map { place, count in
            HourCount(hour: WallTime(milliseconds: Int64(place) * hour), camera: "gate", what: "plate", count: count)
        }
        let bars = PlateBars(edges: edges, hours: hours)
        #expect(bars.counts == [3, 8, 0, 9])
        #expect(bars.top == 20)
        #expect(PlateBars(edges: edges, hours: []).top == 4)
        // Each stands on the ground between its edges, and nothing of an hour before the first or from the last on is in any.
        let values = bars.values(label: { _ in "" }, labelled: { _ in false })
        let outline = "M0 150H16V127.5H144V150H176V90H304V150H336V150H464V150H496V82.5H624V150"
        #expect(values["bars"] as? String == outline)
        let before = HourCount(hour: WallTime(milliseconds: -hour), camera: "gate", what: "plate", count: 7)
        #expect(PlateBars(edges: edges, hours: [before]).counts == [0, 0, 0, 0])
    }

    @Test func `a month has thirty days, also where clocks are set back in it`() throws {
        let zone = LocalZone { time in
            time.milliseconds < (WallTime(rfc3339: "2026-10-25T01:00:00Z")?.milliseconds ?? 0) ? 7200 : 3600
        }
        let now = try #require(WallTime(rfc3339: "2026-11-05T10:00:00Z"))
        let edges = HealthSpan.month.edges(now: now, zone: zone)
        #expect(edges.count == 31)
        #expect(zone.text(edges[0]).hasPrefix("2026-10-07 00:00:00"))
        #expect(zone.text(edges[30]).hasPrefix("2026-11-06 00:00:00"))
        #expect(HealthSpan.week.edges(now: now, zone: zone).count == 169)
    }
}
