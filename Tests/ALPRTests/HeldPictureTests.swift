import ALPR
import Synchronization
import TestSupport
import Testing

@Suite struct HeldPictureTests {
    /// How often memory was let go of.
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    private let pattern = LumaImage(width: 64, height: 48) { x, y in (x * 7 + y * 13) % 251 }

    /// The same picture in memory that Swift does not own, which is gone when it is let go of.
    private func held(_ count: Count = Count()) -> LumaImage {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pattern.count)
        _ = bytes.initialize(from: pattern.pixels)
        let address = UInt(bitPattern: bytes.baseAddress)
        let memory = HeldBytes(UnsafeBufferPointer(bytes)) {
            UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate()
            count.value.withLock { $0 += 1 }
        }
        return LumaImage(width: pattern.width, height: pattern.height, held: memory)
    }

    @Test func `a picture in somebody else's memory is as any other`() {
        let held = held()
        #expect(held.isHeld && !pattern.isHeld)
        #expect(held == pattern)
        #expect(held.pixels == pattern.pixels)
        #expect(held[5, 7] == pattern[5, 7])
        #expect(held.halved() == pattern.halved())
        #expect(held.doubled() == pattern.doubled())
        #expect(held.upright(from: .turnedLeft) == pattern.upright(from: .turnedLeft))
        let part = Box(x: 3, y: 5, width: 20, height: 11)
        #expect(held.cropped(to: part) == pattern.cropped(to: part))
        #expect(held.resized(width: 31, height: 17) == pattern.resized(width: 31, height: 17))
        #expect(held.shrunk(width: 31, height: 17) == pattern.shrunk(width: 31, height: 17))
    }

    @Test func `memory is let go of once, with the last copy`() {
        let count = Count()
        var first: LumaImage? = held(count)
        var second = first
        first = nil
        #expect(count.value.withLock { $0 } == 0)
        #expect(second == pattern)
        second = nil
        #expect(count.value.withLock { $0 } == 1)
    }

    @Test func `what is changed is a copy`() {
        let held = held()
        var copy = held
        copy[5, 7] = 255
        #expect(copy[5, 7] == 255 && !copy.isHeld)
        #expect(held == pattern)
    }
}
