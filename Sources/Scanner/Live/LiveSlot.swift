import Basics
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Room for one analysed frame on its way to who watches: all that the OCR queue and the live queue share.
///
/// While nobody watches, an offer is one look at an atomic. It never waits for anybody, and a newer frame takes the place of one that was
/// not taken.
final class LiveSlot: Sendable {
    typealias Instant = ContinuousClock.Instant

    private let begin: Instant
    /// Nanoseconds from `begin` to when the next picture is due for somebody; the end of time while it is for nobody.
    private let due = Atomic(Int64.max)
    private let waiting = Mutex<LiveFrame?>(nil)
    private let hasStopped = Atomic(false)
    /// A pipe: what is written to one end wakes who waits at the other.
    private let bell: (read: Int32, write: Int32)

    init(at now: Instant) throws(Failure) {
        begin = now
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure(
                .inputOutput, while: "preparing the live picture", because: String(cString: strerror(errno)))
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        bell = (ends[0], ends[1])
    }

    deinit {
        close(bell.read)
        close(bell.write)
    }

    // MARK: - The OCR queue

    /// Hands over what `frame` makes, where a picture is due for somebody.
    func offer(at now: Instant, _ frame: () -> LiveFrame) {
        guard nanoseconds(now) >= due.load(ordering: .relaxed) else { return }
        let frame = frame()
        waiting.withLock { $0 = frame }
        ring()
    }

    // MARK: - The live queue

    /// Can be read while a frame waits, or the end.
    var wakeUp: Int32 { bell.read }

    func take() -> LiveFrame? {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(bell.read, &bytes, bytes.count) > 0 {}
        return waiting.withLock { frame in
            defer { frame = nil }
            return frame
        }
    }

    /// - Parameter time: nil where nobody waits for a picture.
    func wants(from time: Instant?) {
        due.store(time.map(nanoseconds) ?? .max, ordering: .relaxed)
        // What came before nobody wanted anything is for nobody.
        if time == nil { waiting.withLock { $0 = nil } }
    }

    var isWanted: Bool { due.load(ordering: .relaxed) != .max }

    // MARK: - Its end

    var isStopped: Bool { hasStopped.load(ordering: .sequentiallyConsistent) }

    func stop() {
        hasStopped.store(true, ordering: .sequentiallyConsistent)
        ring()
    }

    private func ring() {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(bell.write, &byte, 1)
    }

    private func nanoseconds(_ time: Instant) -> Int64 {
        let (seconds, attoseconds) = begin.duration(to: time).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
