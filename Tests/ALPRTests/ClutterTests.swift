import TestSupport
import Testing

@testable import ALPR

/// How often a place is read that looks like a plate and never reads like one.
@Suite struct ClutterTests {
    private static let box = Box(x: 100, y: 100, width: 120, height: 24)
    private static let elsewhere = Box(x: 400, y: 100, width: 50, height: 50)

    private func time(_ seconds: Double) -> Timestamp { Timestamp(.seconds(seconds)) }

    /// Looks at the place every 50 ms, reads it in vain whenever that cannot wait, and returns when it was read, in seconds.
    ///
    /// - Parameter change: what has changed at a time; nil for nothing.
    private func readings(
        _ clutter: inout Clutter, from start: Double = 0, until end: Double, change: (Double) -> Box? = { _ in nil }
    ) -> [Double] {
        var read: [Double] = []
        for step in Int(start * 20)..<Int(end * 20) {
            let seconds = Double(step) / 20
            clutter.nothingChanged(outside: change(seconds), at: time(seconds))
            clutter.saw(Self.box, at: time(seconds))
            guard !clutter.canWait(Self.box, at: time(seconds)) else { continue }
            clutter.failed(Self.box, at: time(seconds))
            read.append(seconds)
        }
        return read
    }

    @Test func `where nothing changes over it, it is read less and less often, and every sixteen seconds at last`() {
        var clutter = Clutter()
        let read = readings(&clutter, until: 64)
        #expect(read == [0, 0.25, 0.75, 1.75, 3.75, 5.75, 9.75, 17.75, 33.75, 49.75])
        #expect(clutter.isHopeless(Self.box))
    }

    @Test func `where something changes over it all the time, it waits two seconds at most`() {
        var clutter = Clutter()
        let read = readings(&clutter, until: 20) { _ in Self.box }
        #expect(zip(read, read.dropFirst()).allSatisfy { $1 - $0 <= 2 })
        // What changes beside it is nothing to it.
        var other = Clutter()
        #expect(readings(&other, until: 64) { _ in Self.elsewhere }.count == 10)
    }

    @Test func `what comes to it is read within two seconds, and makes it hopeless again by one reading`() {
        var clutter = Clutter()
        _ = readings(&clutter, until: 20)
        clutter.nothingChanged(outside: Self.box, at: time(20))
        #expect(!clutter.isHopeless(Self.box))
        let read = readings(&clutter, from: 20, until: 30)
        #expect(read == [22, 24, 28])
        #expect(clutter.isHopeless(Self.box))
        clutter.anythingChanged(at: time(30))
        #expect(!clutter.isHopeless(Self.box))
    }

    @Test
    func `a place that noise hides is known again while nothing has changed over it, and else only for six seconds`() {
        for hasChanged in [false, true] {
            var clutter = Clutter()
            _ = readings(&clutter, until: 5)
            #expect(clutter.isHopeless(Self.box))
            if hasChanged { clutter.anythingChanged(at: time(5)) }
            // Places are forgotten when another one is read in vain.
            clutter.failed(Self.elsewhere, at: time(60))
            clutter.failed(Self.box, at: time(60))
            #expect(clutter.isHopeless(Self.box) == !hasChanged)
        }
        var clutter = Clutter()
        _ = readings(&clutter, until: 5)
        clutter.failed(Self.elsewhere, at: time(700))
        clutter.failed(Self.box, at: time(700))
        #expect(!clutter.isHopeless(Self.box), "Ten minutes later it is another picture")
    }
}
