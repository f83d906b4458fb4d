import ALPR
import Plates
import Testing

@testable import RemoteOCR

/// Answers of servers that are larger than any plate.
@Suite struct LongAnswerTests {
    private let box = Box(x: 12, y: 10, width: 90, height: 18)
    private let scale = ConfidenceScale(sure: 0.97)
    private var region: Region { Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1) }

    private func read(_ text: String, or others: [String] = []) -> ViewReading {
        let plate = FoundPlate(text: text, confidence: 0.9, box: box, others: others.map { ($0, 0.5) })
        return FoundPlate.reading(of: [plate], in: region, scale: scale)
    }

    @Test func `a text that is longer than any plate is not read, and neither is one beside a plate`() {
        let longest = String(repeating: "A", count: 24)
        #expect(read(longest).symbols.count == 24)
        #expect(read(longest + "A").symbols.isEmpty)
        #expect(read(String(repeating: "A", count: 100_000)).symbols.isEmpty)
        // What is no character of a plate does not make it shorter.
        #expect(read("AB" + String(repeating: "-", count: 1000)).symbols.isEmpty)
        #expect(
            read("AB", or: ["A8" + String(repeating: "-", count: 1000)]).symbols.map(\.alternatives.count) == [1, 1])
        #expect(read("AB", or: ["A8"]).symbols.map(\.alternatives.count) == [1, 2])
    }

    @Test func `words that together are longer than any plate are none`() {
        func words(_ count: Int) -> [FoundWord] {
            [FoundWord(symbols: (0..<count).map { _ in Symbol("A", 0.9) }, outline: Quad(box))]
        }
        #expect(FoundText.reading(of: words(24), in: region).symbols.count == 24)
        #expect(FoundText.reading(of: words(25), in: region).symbols.isEmpty)
    }

    @Test func `of many finds no more are looked at than a picture can have`() throws {
        let result = #"{"box":{"xmin":1,"ymin":2,"xmax":3,"ymax":4},"plate":"AB12","score":0.9}"#
        let body = "{\"results\":[\((0..<1000).map { _ in result }.joined(separator: ","))]}"
        #expect(try SnapshotAPI(key: nil).plates(Array(body.utf8)).count == 200)
        let found = #"{"plate":"AB12","confidence":0.9,"x_min":1,"y_min":2,"x_max":3,"y_max":4}"#
        let other = "{\"success\":true,\"predictions\":[\((0..<1000).map { _ in found }.joined(separator: ","))]}"
        #expect(try CodeProjectAPI(key: nil).plates(Array(other.utf8)).count == 200)
    }

    @Test func `a day far ahead, of a clock that was wrong once, counts as today`() {
        var limits = RemoteSettings.Limits()
        limits.picturesPerDay = 10
        let now = ContinuousClock.now
        var usage = Usage(day: 30_000, pictures: 10)
        #expect(usage.take(pictures: 1, bytes: 1, limits: limits, at: now, day: 20_000) != nil)
        // It was used up today, and not for twenty-seven years.
        #expect(usage.take(pictures: 1, bytes: 1, limits: limits, at: now, day: 20_001) == nil)
        // A day ahead may be a clock that is set back at midnight.
        var near = Usage(day: 20_001, pictures: 10)
        #expect(near.take(pictures: 1, bytes: 1, limits: limits, at: now, day: 20_000) != nil)
        #expect(near.day == 20_001)
    }
}
