import ALPR
import Basics
import Dispatch
import Testing

@testable import Scanner

@Suite struct FrameSlotTests {
    private func frame(_ number: Int) -> Frame {
        Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.milliseconds(number)))
    }

    @Test func `live, the newest frame wins and the displaced ones are counted`() {
        let slot = FrameSlot()
        for number in 0..<5 { slot.replace(with: frame(number), at: .now) }
        #expect(slot.take()?.frame.time == Timestamp(.milliseconds(4)))
        #expect(slot.displaced == 4)
    }

    @Test func `of a recording no frame is lost, however slow the taker`() {
        let slot = FrameSlot()
        let feeder = DispatchQueue(label: "feeder")
        feeder.async {
            for number in 0..<200 {
                slot.put(
                    Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.milliseconds(number))), at: .now)
            }
            slot.close()
        }
        var taken: [Int64] = []
        while let arrival = slot.take() { taken.append(arrival.frame.time.sinceStart.milliseconds) }
        #expect(taken == Array(0..<200))
        #expect(slot.displaced == 0 && slot.isFinished)
    }

    @Test func `closing wakes both sides, and what waits can still be taken`() {
        let slot = FrameSlot()
        slot.put(frame(1), at: .now)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "feeder").async {
            slot.put(Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.zero)), at: .now)
            done.signal()
        }
        slot.close()
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(slot.take() != nil)
        #expect(slot.take() == nil)
        #expect(slot.take() == nil)
    }

    @Test func `frames that were kept wait for their turn, and not for ever`() {
        let slot = FrameSlot()
        slot.put(frame(1), at: .now, within: .seconds(60))
        #expect(slot.displaced == 0)
        slot.put(frame(2), at: .now, within: .milliseconds(10))
        #expect(slot.displaced == 1)
        #expect(slot.take()?.frame.time == Timestamp(.milliseconds(2)))
    }

    @Test func `frames that nobody waited with end no later wait`() {
        let slot = FrameSlot()
        for number in 0..<1000 {
            slot.replace(with: frame(number), at: .now)
            _ = slot.take()
        }
        slot.replace(with: frame(1000), at: .now)
        #expect(slot.waitForRoom(until: .now()) == 0)
        // One that is waited with is told, to both ways of putting one in.
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "feeder").async {
            slot.put(
                Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.zero)), at: .now, within: .seconds(60))
            slot.put(Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.zero)), at: .now)
            done.signal()
        }
        for _ in 0..<3 { #expect(slot.take(timeout: .now() + 60) != nil) }
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(slot.displaced == 0)
    }

    @Test func `a frame in hand is done with when the next one is asked for`() {
        let slot = FrameSlot()
        slot.waitUntilIdle()
        slot.put(frame(1), at: .now)
        let done = DispatchSemaphore(value: 0)
        let taker = DispatchQueue(label: "taker")
        taker.async { _ = slot.take() }
        DispatchQueue(label: "waiter").async {
            slot.waitUntilIdle()
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
        taker.async { _ = slot.take(timeout: .now() + 0.01) }
        #expect(done.wait(timeout: .now() + 60) == .success)
        // Nor does anybody wait for a frame that nobody will take.
        slot.put(frame(2), at: .now)
        slot.close()
        slot.waitUntilIdle()
    }

    @Test func `a wait for a frame ends with its time`() {
        #expect(FrameSlot().take(timeout: .now() + 0.01) == nil)
    }
}
