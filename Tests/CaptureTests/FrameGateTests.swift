import ALPR
import Capture
import Testing

@Suite struct FrameGateTests {
    /// The times, in milliseconds, that a gate lets through.
    private func admitted(_ times: [Int], interval: Int) -> [Int] {
        var gate = FrameGate(interval: .milliseconds(interval))
        return times.filter { gate.admits(Timestamp(.milliseconds($0))) }
    }

    @Test func `the first picture passes, whenever it comes`() {
        #expect(admitted([0], interval: 200) == [0])
        #expect(admitted([99_000], interval: 200) == [99_000])
    }

    @Test func `a picture passes exactly when the interval is over`() {
        #expect(admitted([0, 199, 200, 399, 400], interval: 200) == [0, 200, 400])
    }

    @Test func `the interval counts from the last picture that passed`() {
        // Pictures every 150 ms: every second one, not two of three.
        #expect(admitted([0, 150, 300, 450, 600], interval: 200) == [0, 300, 600])
    }

    @Test func `after a pause one picture passes, not those that were missed`() {
        #expect(admitted([0, 10_000, 10_040, 10_080], interval: 200) == [0, 10_000])
    }

    @Test func `a clock that jumps back starts anew`() {
        #expect(admitted([5_000, 0, 40, 200], interval: 200) == [5_000, 0, 200])
    }

    @Test func `without an interval every picture passes`() {
        #expect(admitted([0, 0, 1, 1], interval: 0) == [0, 0, 1, 1])
    }

    @Test func `what passes and what does not is counted`() {
        var gate = FrameGate(interval: .milliseconds(200))
        for frame in 0..<10 { _ = gate.admits(Timestamp(.milliseconds(100 * frame))) }
        #expect(gate.admitted == 5 && gate.tooSoon == 5)
    }

    @Test func `in a hurry the shorter interval counts, and is asked for only where it decides`() {
        var (gate, asked) = (FrameGate(interval: .milliseconds(200), hurried: .milliseconds(100)), 0)
        func admits(_ time: Int, _ hurries: Bool) -> Bool {
            gate.admits(Timestamp(.milliseconds(time))) {
                asked += 1
                return hurries
            }
        }
        #expect(admits(0, true) && !admits(99, true) && asked == 0)
        #expect(!admits(100, false) && admits(100, true) && asked == 2)
        #expect(admits(300, false) && asked == 2)
    }

    @Test func `a hurried interval that is no shorter is none`() {
        #expect(FrameGate(interval: .milliseconds(80), hurried: .milliseconds(100)).hurried == nil)
    }

    @Test(arguments: [(1000, 500), (200, 100), (150, 100), (100, nil), (0, nil)])
    func `pictures are looked at twice as often in a hurry, and no sooner than after a tenth of a second`(
        interval: Int, hurried: Int?
    ) {
        var settings = ScanSettings()
        settings.interval = .milliseconds(interval)
        #expect(settings.gate.hurried == hurried.map { .milliseconds($0) })
        settings.quickens = false
        #expect(settings.gate.hurried == nil)
    }

    @Test func `40 frames at 25 a second through a gate of 200 ms are 8`() {
        var gate = FrameGate(interval: .milliseconds(200))
        let admitted = (0..<40).filter { gate.admits(Timestamp(.milliseconds(40 * $0))) }
        #expect(admitted == [0, 5, 10, 15, 20, 25, 30, 35])
    }
}
