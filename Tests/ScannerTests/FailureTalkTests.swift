import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct FailureTalkTests {
    private let clock = TestClock()

    private func talk() -> FailureTalk { FailureTalk(of: "frame", verb: "analysed", at: clock.now.instant) }

    @Test func `what fails is said at once, once a minute while it lasts, and when it is over`() {
        var talk = talk()
        var said: [String] = []
        // Five frames a second, of which every other one fails.
        for number in 0..<5 * 150 {
            let now = clock.now.instant
            let news = number % 2 == 0 ? talk.failed(because: "no answer", at: now) : talk.succeeded(at: now)
            if let news { said.append(news) }
            clock.advance(by: .milliseconds(200))
        }
        #expect(
            said == [
                "a frame could not be analysed: no answer", "150 more frames could not be analysed: no answer",
                "150 more frames could not be analysed: no answer",
            ])
        #expect(talk.succeeded(at: clock.now.instant) == nil)
        clock.advance(by: FailureTalk.calm)
        #expect(
            talk.succeeded(at: clock.now.instant) == "frames are analysed again; 375 frames could not be, in 149.6 s")
        #expect(talk.succeeded(at: clock.now.instant) == nil)
        // And from the beginning.
        #expect(talk.failed(because: "x", at: clock.now.instant) == "a frame could not be analysed: x")
    }

    @Test func `a single failure is said, and that it was the only one`() {
        var talk = talk()
        #expect(talk.succeeded(at: clock.now.instant) == nil)
        _ = talk.failed(because: "x", at: clock.now.instant)
        clock.advance(by: FailureTalk.calm)
        #expect(talk.succeeded(at: clock.now.instant) == "frames are analysed again; one frame could not be")
    }
}
