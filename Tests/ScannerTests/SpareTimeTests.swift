import Testing

@testable import Scanner

@Suite struct SpareTimeTests {
    private let start = ContinuousClock.now

    /// Whether time is left after pictures, each of which took so long and had so much of it, that began every so often.
    private func isLeft(_ took: Int, own: Int, every: Int, pictures: Int = 30) -> Bool {
        var spare = SpareTime()
        var end = start
        for number in 0..<pictures {
            let began = start + .milliseconds(number * every)
            end = began + .milliseconds(took)
            spare.worked(from: began, to: end, own: .milliseconds(own))
        }
        return spare.isLeft(at: end)
    }

    @Test func `pictures that take a tenth of the time leave some`() {
        #expect(isLeft(20, own: 18, every: 200))
        #expect(isLeft(20, own: 18, every: 200, pictures: 1))
    }

    @Test func `pictures that take half of the time leave none for as many again`() {
        #expect(!isLeft(100, own: 98, every: 200))
    }

    @Test func `a machine that others keep busy has none`() {
        #expect(!isLeft(40, own: 15, every: 200))
    }

    @Test func `what was long ago does not count`() {
        var spare = SpareTime()
        spare.worked(from: start, to: start + .seconds(2), own: .seconds(2))
        #expect(!spare.isLeft(at: start + .seconds(2)))
        let later = start + .seconds(10)
        spare.worked(from: later, to: later + .milliseconds(10), own: .milliseconds(10))
        #expect(spare.isLeft(at: later + .milliseconds(10)))
    }
}
