import ALPR
import PlateDrawing
import TestSupport
import Testing

#if canImport(Glibc)
    import func Glibc.pow
#endif

/// The rendered cameras: what trials with them rely on.
@Suite struct PassageSequenceTests {
    private func sequence(
        _ light: PassageLight = .day, count: Int = 4, seed: UInt64 = 1, width: Int = 320, height: Int = 180
    ) -> PassageSequence {
        var settings = PassageSequence.Settings()
        (settings.width, settings.height, settings.count) = (width, height, count)
        (settings.light, settings.seed, settings.lead, settings.still) = (light, seed, 3, 2)
        return PassageSequence(settings: settings)
    }

    private func mean(_ image: LumaImage) -> Double {
        Double(image.pixels.reduce(0) { $0 + Int($1) }) / Double(image.pixels.count)
    }

    /// The part of two pictures that differs by more than noise does.
    private func difference(_ a: LumaImage, _ b: LumaImage, above limit: Int) -> Double {
        Double(zip(a.pixels, b.pixels).count { abs(Int($0) - Int($1)) > limit }) / Double(a.pixels.count)
    }

    @Test func `the same settings give the same clip, and another seed another one`() {
        let (one, same, other) = (sequence(seed: 5), sequence(seed: 5), sequence(seed: 6))
        #expect(one.passages.map(\.plate) == same.passages.map(\.plate))
        #expect(one.frameCount == same.frameCount)
        for number in [0, 80, one.frameCount - 1] { #expect(one.frame(number) == same.frame(number)) }
        #expect(one.passages.map(\.plate) != other.passages.map(\.plate))
        #expect(one.frame(0) != other.frame(0))
    }

    @Test func `one after the other passes, and the road is empty before, between and after them`() {
        let sequence = sequence(count: 12)
        #expect(sequence.passages.count == 12)
        #expect(sequence.passages.first?.time.lowerBound == 3)
        for (before, after) in zip(sequence.passages, sequence.passages.dropFirst()) {
            #expect((1.6...2.4).contains(after.time.lowerBound - before.time.upperBound))
        }
        let end = Double(sequence.frameCount) / 25
        let rest = end - (sequence.passages.last?.time.upperBound ?? 0)
        #expect((1.5...2.5).contains(rest))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `every speed from 5 to 120 km an hour has its turn, near and far`(seed: UInt64) {
        let passages = sequence(count: 20, seed: seed).passages
        let speeds = passages.map(\.speed).sorted()
        #expect(speeds.allSatisfy { (5...120).contains($0) })
        // Each twentieth of the range, which grows by so much, has one.
        for (number, speed) in speeds.enumerated() {
            let step = 24.0
            func bound(_ number: Int) -> Double { 5 * pow(step, Double(number) / 20) }
            #expect((bound(number) - 0.001...bound(number + 1) + 0.001).contains(speed))
        }
        #expect(passages.map(\.speed) != speeds, "They come in no order")
        #expect(passages.count { $0.reach == .near } == 10)
        #expect(Set(passages.map(\.way)).count >= 2)
    }

    @Test func `far plates are just about legible, near ones are larger, as the picture's height has it`() {
        for height in [1080, 540] {
            let passages = sequence(count: 40, width: height * 16 / 9, height: height).passages
            let scale = Double(height) / 1080
            for passage in passages {
                let wanted = passage.reach == .near ? 17.0...28 : 8.5...12.5
                #expect(wanted.contains(passage.textHeight / scale))
            }
        }
    }

    @Test func `a slow vehicle is in the picture for longer than a fast one that goes the same way`() {
        var settings = PassageSequence.Settings()
        (settings.count, settings.seed) = (30, 2)
        let crossing = PassageSequence(settings: settings).passages.filter { $0.way == .crosses && $0.reach == .near }
        func duration(_ passage: RenderedPassage) -> Double { passage.time.upperBound - passage.time.lowerBound }
        // Seconds times speed is the width of the picture in metres, which follows from how large the plate is.
        for passage in crossing {
            let metres = duration(passage) * passage.speed / 3.6
            let picture = 1920 / passage.textHeight * 0.075
            #expect((picture...2.5 * picture).contains(metres), "\(passage.speed) km/h")
        }
        #expect(crossing.count >= 2)
    }

    @Test(arguments: PassageLight.allCases)
    func `a vehicle shows in the picture while it passes, and nothing but noise does between`(light: PassageLight)
        throws
    {
        let sequence = sequence(light, width: 480, height: 270)
        let passage = try #require(sequence.passages.first { $0.reach == .near })
        let middle = (passage.time.lowerBound + passage.time.upperBound) / 2
        let (road, before) = (sequence.frame(0), sequence.frame(20))
        let passing = sequence.frame(Int(middle * 25))
        // Rain draws its streaks anew in each picture.
        let noise = difference(road, before, above: 40)
        #expect(noise < (light == .rain ? 0.05 : 0.0005))
        #expect(difference(road, passing, above: 40) > noise + 0.002)
        #expect(road != before, "A sensor's noise is never the same")
    }

    @Test func `it is darker at dusk than by day, and darkest at night`() {
        let means = [PassageLight.day, .rain, .dusk, .night].map { mean(sequence($0).frame(0)) }
        #expect(means == means.sorted(by: >))
        #expect(means[3] < 0.3 * means[0])
    }

    @Test func `headlights light the picture of a vehicle that comes, at night and not by day`() throws {
        func brightest(_ light: PassageLight) throws -> Int {
            let sequence = sequence(light, count: 12, width: 960, height: 540)
            let coming = try #require(sequence.passages.first { $0.way == .comes && $0.reach == .near })
            let late = coming.time.lowerBound + 0.95 * (coming.time.upperBound - coming.time.lowerBound)
            let (passing, road) = (sequence.frame(Int(late * 25)), sequence.frame(0))
            return passing.pixels.count { $0 > 240 } - road.pixels.count { $0 > 240 }
        }
        #expect(try brightest(.night) > 100)
        #expect(try brightest(.night) > 3 * max(1, brightest(.dusk)))
    }

    @Test func `an empty road is as long as its lead`() {
        let sequence = sequence(count: 0)
        #expect(sequence.passages.isEmpty && sequence.frameCount == 75)
        #expect(difference(sequence.frame(0), sequence.frame(74), above: 20) < 0.001)
    }

    @Test func `no plate has characters that are easily taken for others`() {
        for passage in sequence(count: 60).passages {
            #expect(passage.plate.allSatisfy { !"01OIQD".contains($0) || $0 == "D" }, "\(passage.plate)")
            #expect((6...7).contains(passage.plate.count))
        }
    }
}
