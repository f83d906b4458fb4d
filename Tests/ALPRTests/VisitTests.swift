import Plates
import Testing

@testable import ALPR

/// One event a visit of a vehicle: who it is, and when its visit is over.
@Suite struct VisitTests {
    /// What drives through a picture of 1280 × 720 at ten frames a second, as one reading a frame.
    private struct Road {
        var smoother = Smoother(cooldown: .seconds(300))
        var told: [AcceptedPlate] = []
        var reports: [CandidateReport] = []
        private(set) var frame = 0
        private let image = LumaImage(width: 1280, height: 720, filledWith: 90)

        var seconds: Int { frame / 10 }

        /// - Parameter plates: with the left edge of each.
        mutating func see(_ plates: [(text: String, x: Double)]) {
            let time = Timestamp(.milliseconds(100 * frame))
            frame += 1
            let readings = plates.filter { (2...1178).contains($0.x) }.map {
                reading($0.text, at: 100 * (frame - 1), x: $0.x, y: 400)
            }
            let result = smoother.add(readings, at: time, in: Frame(image: image, time: time))
            told += result.accepted
            reports += result.reports
        }

        /// One plate in the middle of the picture.
        mutating func see(_ text: String, size: Double) {
            let box = Box(x: 600 - 50 * size, y: 300 + 50 * size, width: 100 * size, height: 20 * size)
            let time = Timestamp(.milliseconds(100 * frame))
            frame += 1
            let row = TextRow(quad: Quad(box), characters: text.count)
            let reading = PlateReading(
                region: Region(rows: [row], score: 1), time: time,
                views: [ViewReading(text.map { Symbol($0, 0.98) })], formats: FormatSet())
            told += smoother.add([reading], at: time, in: Frame(image: image, time: time)).accepted
        }

        mutating func nothing(for seconds: Int) {
            for _ in 0..<(10 * seconds) { see([]) }
        }

        /// Comes in from the right, stands for a while, and goes out on the left.
        mutating func passes(_ text: String, standingAt x: Double = 500) {
            for step in 0..<12 { see([(text, x + 60 * Double(11 - step))]) }
            for _ in 0..<20 { see([(text, x)]) }
            for step in 1...14 { see([(text, x - 70 * Double(step))]) }
        }

        /// Stands, and is hidden from one moment to the next.
        mutating func stands(_ text: String, at x: Double = 500, for seconds: Int = 2) {
            for _ in 0..<(10 * seconds) { see([(text, x)]) }
        }
    }

    private static let lookAlikes = [
        ("BAB123", "HBAB123"), ("KODO12", "KOOD12"), ("AB12CDE", "A812CDE"), ("47KRN8", "47KRN"), ("S5B8Z2", "558822"),
        ("KXB81", "KX881"), ("MZ2Z34", "MZ2234"), ("GS5123", "GSS123"), ("DD0123", "D0D123"), ("LB1234", "LB1234E"),
        ("HHZ217", "HHZ2I7L"), ("BG6812", "BGG812"), ("AQ0012", "AD0012"), ("MBB881", "MBB8B1"), ("XL1101", "XLL101"),
        ("ROWA12", "ROWA123"), ("TUAB12", "UAB12"), ("SE1234", "5E1234"), ("QW6G66", "QW66G6"), ("ZA2221", "ZAZ221"),
    ]

    @Test(arguments: lookAlikes) func `look-alikes side by side are two vehicles`(one: String, other: String) {
        var road = Road()
        for _ in 0..<20 { road.see([(one, 200), (other, 800)]) }
        road.nothing(for: 3)
        #expect(Set(road.told.map(\.text)) == [one, other] && road.told.count == 2)
    }

    @Test(arguments: lookAlikes) func `look-alikes one after the other are two vehicles`(one: String, other: String) {
        for gap in [1, 5, 20] {
            var road = Road()
            road.passes(one)
            road.nothing(for: gap)
            road.passes(other, standingAt: 400)
            road.nothing(for: 3)
            #expect(road.told.map(\.text) == [one, other], "\(gap) s apart")
        }
    }

    @Test(arguments: lookAlikes) func `look-alikes that stop at one place are two vehicles`(one: String, other: String)
    {
        var road = Road()
        road.passes(one)
        road.nothing(for: 2)
        road.passes(other)
        road.nothing(for: 3)
        #expect(road.told.map(\.text) == [one, other])
    }

    @Test(arguments: lookAlikes) func `a vehicle that is misread where it stands is one`(one: String, other: String) {
        var road = Road()
        road.stands(one)
        road.nothing(for: 8)
        road.stands(other)
        road.nothing(for: 3)
        #expect(road.told.map(\.text) == [one])
        #expect(road.reports.contains { $0.outcome == .rejected(.cooldown) })
    }

    @Test func `a few unsure readings elsewhere of nearly the same text are no second vehicle`() {
        var road = Road()
        road.passes("AB12CDE")
        road.nothing(for: 1)
        for _ in 0..<2 { road.see([("A812CDE", 900)]) }
        road.nothing(for: 3)
        #expect(road.told.map(\.text) == ["AB12CDE"])
        #expect(road.reports.last?.outcome == .rejected(.cooldown))
    }

    @Test func `who drives out and comes back after a minute is on a new visit`() throws {
        var road = Road()
        road.passes("AB12CDE")
        road.nothing(for: 40)
        let left = road.frame
        road.passes("AB12CDE")
        #expect(road.told.map(\.text) == ["AB12CDE", "AB12CDE"])
        #expect(road.told[0].lastLeft == nil)
        let lastLeft = try #require(road.told.last?.lastLeft)
        #expect(Timestamp(.milliseconds(100 * left)) - lastLeft > .seconds(40))
    }

    @Test func `who waits at the picture's edge, and is cut off by it for a moment, is on one`() {
        var road = Road()
        for step in 0..<12 { road.see([("AB12CDE", 20 + 60 * Double(11 - step))]) }
        for number in 0..<200 { road.see(number % 20 < 8 ? [] : [("AB12CDE", 20)]) }
        #expect(road.told.count == 1)
    }

    @Test(arguments: [(60, 1), (299, 1), (310, 2)])
    func `who vanishes in the middle is expected back for as long as the cooldown says`(seconds: Int, events: Int) {
        var road = Road()
        road.stands("AB12CDE")
        road.nothing(for: seconds)
        road.passes("AB12CDE", standingAt: 300)
        #expect(road.told.count == events)
    }

    @Test func `who stands where it stood is on the same visit, also after an hour behind a lorry`() {
        var road = Road()
        road.stands("AB12CDE")
        road.nothing(for: 3600)
        road.stands("AB12CDE")
        #expect(road.told.count == 1)
        // It drives off and comes to nearly the same place.
        for step in 1...14 { road.see([("AB12CDE", 500 - 70 * Double(step))]) }
        road.nothing(for: 3600)
        road.stands("AB12CDE", at: 515)
        #expect(road.told.count == 2)
    }

    @Test func `who drives away from the camera until its plate is small has left`() {
        var road = Road()
        func drive() {
            for step in 0..<50 { road.see("AB12CDE", size: 2 - 0.03 * Double(step)) }
        }
        drive()
        road.nothing(for: 30)
        drive()
        #expect(road.told.count == 2)
    }

    @Test func `what an earlier run reported is not reported again while it stands there, or came just before`() {
        func told(_ lastSeen: Int, at x: [Double]) -> Int {
            var road = Road()
            road.smoother.remember([
                ReportedPlate(text: "AB12CDE", lane: nil, lastSeen: Timestamp(.seconds(-lastSeen)))
            ])
            for x in x { road.see([("AB12CDE", x)]) }
            return road.told.count
        }
        let standing = [Double](repeating: 500, count: 10)
        #expect(told(10, at: standing) == 0)
        #expect(told(3600, at: standing) == 0)
        #expect(told(100_000, at: standing) == 1)
        #expect(told(3600, at: (0..<10).map { 900 - 60 * Double($0) }) == 1)
    }

    @Test func `a cooldown of nothing holds nothing back`() {
        var smoother = Smoother()
        var told = 0
        for second in [0, 10] {
            for step in 0..<3 {
                let time = 1000 * second + 200 * step
                told += smoother.add([reading("AB12CDE", at: time)], at: Timestamp(.milliseconds(time))).accepted.count
            }
        }
        #expect(told == 2)
    }

    @Test func `a million vehicles later no more is remembered than of a thousand`() {
        var visits = Visits(window: .seconds(300))
        for number in 0..<3000 {
            let track = Track(id: number, first: Ballot(reading: reading("AB\(10_000 + number)", at: 1000 * number)))
            visits.begin(ReadPlate(text: "AB\(10_000 + number)", isSure: true), in: nil, track: track)
            visits.ended(track, hasLeft: false)
        }
        #expect(visits.count <= 1000)
    }
}
