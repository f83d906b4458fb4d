import CFFmpeg
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Ends a blocking call inside FFmpeg, from any thread: when told to stop, or when a deadline has passed.
public final class Interrupt: Sendable {
    private let isStopped = Atomic(false)
    /// Nanoseconds on the clock since `epoch`; 0 for none.
    private let deadline = Atomic<Int64>(0)
    private let didExpire = Atomic(false)
    /// Whether a wait ends at its deadline only: goodbyes are said after being told to stop, too.
    private let isClosing = Atomic(false)
    /// How often a wait may still be extended.
    private let extensions = Atomic(0)
    private let epoch = ContinuousClock.now

    /// FFmpeg polls ten times a second whether to go on waiting. A deadline that is noticed later than this means that this process
    /// did not run (the machine was overloaded, or the process was stopped). What has come meanwhile is read first.
    static let lateness = Duration.milliseconds(300)
    /// How much longer such a wait may then last, and how often at most.
    private static let extensionTime = Duration.milliseconds(300)
    private static let mostExtensions = 10

    public init() {}

    /// Makes whatever is waiting return, now and from now on.
    public func stop() {
        isStopped.store(true, ordering: .sequentiallyConsistent)
    }

    /// Waits, unless it is told to stop.
    public func rest(for time: Duration) {
        let end = ContinuousClock.now + time
        while !hasStopped, ContinuousClock.now < end { usleep(100_000) }
    }

    public var hasStopped: Bool {
        isStopped.load(ordering: .sequentiallyConsistent)
    }

    /// Whether the last wait ended because its deadline passed.
    var hasExpired: Bool {
        didExpire.load(ordering: .sequentiallyConsistent)
    }

    /// Allows what follows to take `limit`; nil for as long as it likes.
    func allow(_ limit: Duration?) {
        didExpire.store(false, ordering: .sequentiallyConsistent)
        extensions.store(Self.mostExtensions, ordering: .sequentiallyConsistent)
        deadline.store(limit.map { max(1, nanoseconds(now + $0)) } ?? 0, ordering: .sequentiallyConsistent)
    }

    /// Lets `close` take up to `limit`, even after being told to stop.
    func whileClosing(_ limit: Duration, _ close: () -> Void) {
        isClosing.store(true, ordering: .sequentiallyConsistent)
        allow(limit)
        close()
        allow(nil)
        isClosing.store(false, ordering: .sequentiallyConsistent)
    }

    private var now: Duration { epoch.duration(to: .now) }

    private func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    private var mustReturn: Bool {
        if hasStopped, !isClosing.load(ordering: .sequentiallyConsistent) { return true }
        let limit = deadline.load(ordering: .sequentiallyConsistent)
        guard limit > 0, nanoseconds(now) > limit else { return false }
        let left = extensions.load(ordering: .sequentiallyConsistent)
        if left > 0, nanoseconds(now - Self.lateness) > limit {
            extensions.store(left - 1, ordering: .sequentiallyConsistent)
            deadline.store(nanoseconds(now + Self.extensionTime), ordering: .sequentiallyConsistent)
            return false
        }
        didExpire.store(true, ordering: .sequentiallyConsistent)
        return true
    }

    /// The callback FFmpeg polls while it waits. The caller keeps this object alive as long as the callback is set.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<Interrupt>.fromOpaque(opaque).takeUnretainedValue().mustReturn ? 1 : 0
            },
            opaque: Unmanaged.passUnretained(self).toOpaque())
    }
}
