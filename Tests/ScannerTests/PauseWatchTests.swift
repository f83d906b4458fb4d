import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct PauseWatchTests {
    private let clock = TestClock()

    /// Goes on for so many seconds, with a tick twice a second and pictures or none.
    private func run(_ watch: inout PauseWatch, seconds: Int, hasPictures: Bool = true) {
        for step in 0..<10 * seconds {
            clock.advance(by: .milliseconds(100))
            if hasPictures { watch.sawPicture(at: clock.now) }
            if step % 5 == 4 { watch.tick(at: clock.now) }
        }
    }

    private func watch() -> PauseWatch {
        var watch = PauseWatch(at: clock.now)
        run(&watch, seconds: 10)
        return watch
    }

    @Test(arguments: [true, false])
    func `a stop is a pause from the last picture to the first, whoever notices it first`(tickFirst: Bool) {
        var watch = watch()
        let last = clock.now.wall
        clock.advance(by: .seconds(25))
        if tickFirst {
            watch.tick(at: clock.now)
            clock.advance(by: .milliseconds(40))
        }
        watch.sawPicture(at: clock.now)
        let first = clock.now.wall
        if !tickFirst { watch.tick(at: clock.now) }
        run(&watch, seconds: 10)
        #expect(watch.takePauses() == [last..<first])
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a camera that is silent while the scanner runs is no pause, nor is one that sends rarely`() {
        var watch = watch()
        run(&watch, seconds: 15, hasPictures: false)
        run(&watch, seconds: 1)
        // A pause long ago does not make one of what comes after it.
        clock.advance(by: .seconds(9))
        watch.sawPicture(at: clock.now)
        #expect(watch.takePauses().count == 1)
        run(&watch, seconds: 15, hasPictures: false)
        run(&watch, seconds: 1)
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a second's hiccup is no pause`() {
        var watch = watch()
        clock.advance(by: .milliseconds(1900))
        run(&watch, seconds: 1)
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a virtual machine's pause shows when its wall clock is set`() {
        var watch = watch()
        let last = clock.now.wall
        clock.advance(by: .milliseconds(40), wall: .seconds(300))
        run(&watch, seconds: 10)
        #expect(watch.takePauses().map(\.lowerBound) == [last])
        // Set back, there is no time that nobody saw.
        clock.advance(by: .milliseconds(40), wall: .seconds(-300))
        run(&watch, seconds: 10)
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a camera that is gone after a pause was not gone before it`() {
        var watch = watch()
        let last = clock.now.wall
        clock.advance(by: .seconds(25))
        let goneOn = clock.now
        watch.tick(at: goneOn)
        run(&watch, seconds: 3, hasPictures: false)
        #expect(watch.lost(at: clock.now) == goneOn.instant)
        #expect(watch.takePauses() == [last..<goneOn.wall])
        // Stopped again while there is no camera: that is in the gap already.
        clock.advance(by: .seconds(25))
        watch.tick(at: clock.now)
        #expect(watch.lost(at: clock.now) == nil && watch.takePauses().isEmpty)
        run(&watch, seconds: 5)
        #expect(watch.takePauses().isEmpty)
    }
}
