import ALPR
import TestSupport
import Testing

/// Rendered passages: what scripts/test-doze relies on.
@Suite struct PassageSequenceTests {
    private func sequence(_ light: PassageLight = .day, count: Int = 4, seed: UInt64 = 3) -> PassageSequence {
        var settings = PassageSequence.Settings()
        (settings.width, settings.height) = (320, 180)
        (settings.count, settings.light, settings.seed) = (count, light, seed)
        (settings.lead, settings.still) = (2, 3)
        return PassageSequence(settings: settings)
    }

    /// The share of pixels that differ by more than the noise of this light does.
    private func changed(_ a: LumaImage, _ b: LumaImage, by levels: Int = 30) -> Double {
        let count = zip(a.pixels, b.pixels).count { abs(Int($0) - Int($1)) > levels }
        return Double(count) / Double(a.pixels.count)
    }

    @Test(arguments: PassageLight.allCases)
    func `the same settings give the same pictures, and another seed others`(light: PassageLight) {
        let number = 25 * 2 + 10
        let one = sequence(light)
        #expect(one.frame(number) == sequence(light).frame(number))
        #expect(one.frame(number) != sequence(light, seed: 4).frame(number))
        // Noise, and rain where there is any.
        #expect(one.frame(3) != one.frame(4))
    }

    @Test(arguments: [PassageLight.day, .dusk, .night])
    func `between two passages nothing moves, and each passage shows`(light: PassageLight) {
        let sequence = sequence(light)
        let empty = sequence.frame(0)
        for number in stride(from: 0, to: sequence.frameCount, by: 5) {
            let seconds = Double(number) / 25
            guard !sequence.passages.contains(where: { $0.time.contains(seconds) }) else { continue }
            #expect(changed(sequence.frame(number), empty) < 0.00005, "at \(seconds) s")
        }
        for passage in sequence.passages {
            let first = Int((passage.time.lowerBound * 25).rounded(.up))
            let last = Int((passage.time.upperBound * 25).rounded(.down))
            let most = stride(from: first, through: last, by: 3).map { changed(sequence.frame($0), empty) }.max() ?? 0
            #expect(most > 0.0001, "\(passage.plate), \(passage.way): \(most)")
        }
    }

    @Test(arguments: [PassageLight.day, .dusk, .night])
    func `a vehicle comes into the picture and leaves it without a jump`(light: PassageLight) {
        let sequence = sequence(light, count: 12)
        let empty = sequence.frame(0)
        for passage in sequence.passages {
            let first = (passage.time.lowerBound * 25).rounded(.up)
            let last = (passage.time.upperBound * 25).rounded(.down)
            let ends = (changed(sequence.frame(Int(first)), empty), changed(sequence.frame(Int(last)), empty))
            // Out of the distance or back into it; over an edge it is a picture's way inside at most.
            let far = passage.way == .crosses ? max(ends.0, ends.1) : passage.way == .comes ? ends.0 : ends.1
            let most = passage.way == .crosses ? 0.06 : 0.004
            #expect(far < most, "\(passage.plate), \(passage.way), \(passage.speed) km/h: \(ends)")
        }
    }

    @Test func `without a passage there is an empty road`() {
        let sequence = sequence(count: 0)
        #expect(sequence.passages.isEmpty && sequence.frameCount == 50)
        #expect(changed(sequence.frame(0), sequence.frame(49)) == 0)
    }

    @Test func `speeds are spread over all there are, and a faster vehicle is gone sooner`() throws {
        let passages = sequence(count: 40).passages.sorted { $0.speed < $1.speed }
        #expect(passages.count == 40 && Set(passages.map(\.plate)).count == 40)
        let (slowest, fastest) = (try #require(passages.first), try #require(passages.last))
        #expect(slowest.speed >= 5 && slowest.speed < 6 && fastest.speed <= 120 && fastest.speed > 105)
        #expect(Set(passages.map(\.way)) == Set(RenderedPassage.Way.allCases))
        #expect(passages.count { $0.reach == .far } == 20)
        func seconds(_ some: ArraySlice<RenderedPassage>) -> Double {
            some.reduce(0) { $0 + $1.time.upperBound - $1.time.lowerBound } / Double(some.count)
        }
        #expect(seconds(passages.prefix(10)) > 1.5 * seconds(passages.suffix(10)))
        let inOrder = sequence().passages
        for (before, after) in zip(inOrder, inOrder.dropFirst()) {
            #expect((2.4...3.6).contains(after.time.lowerBound - before.time.upperBound))
        }
    }
}
