import ALPR

#if canImport(Glibc)
    import Glibc
#endif

/// CPU time of the calling thread by stage, and the last regions that were found. Shared by the instrumented parts of one recogniser,
/// on one thread.
public final class StageClock {
    public enum Stage: String, Sendable, CaseIterable {
        case decode, localise, read, other
    }

    /// Milliseconds of CPU since the start.
    public private(set) var milliseconds: [Stage: Double] = [:]
    /// What the localiser found last, best first.
    public internal(set) var regions: [Region] = []

    private var inner = 0.0

    public init() {}

    /// Runs `body` and books its CPU time to `stage`, less what stages inside it have booked.
    public func measure<R>(_ stage: Stage, _ body: () throws -> R) rethrows -> R {
        let outer = inner
        inner = 0
        let start = Self.now
        defer {
            let spent = Self.now - start
            milliseconds[stage, default: 0] += spent - inner
            inner = outer + spent
        }
        return try body()
    }

    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

/// A localiser that books its time and shows what it found.
public struct TimedLocaliser: PlateLocaliser {
    private var base: any PlateLocaliser
    private let clock: StageClock

    public init(_ base: any PlateLocaliser, clock: StageClock) {
        self.base = base
        self.clock = clock
    }

    public mutating func regions(in frame: Frame, area: Box) throws -> [Region] {
        clock.regions = try clock.measure(.localise) { try base.regions(in: frame, area: area) }
        return clock.regions
    }

    public mutating func furtherRegions(in frame: Frame, area: Box) throws -> [Region] {
        let found = try clock.measure(.localise) { try base.furtherRegions(in: frame, area: area) }
        clock.regions += found
        return found
    }
}

/// An engine that books its time.
public struct TimedEngine: OCREngine {
    private var base: any OCREngine
    private let clock: StageClock

    public init(_ base: any OCREngine, clock: StageClock) {
        self.base = base
        self.clock = clock
    }

    public mutating func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
        try clock.measure(.read) { try base.read(regions, of: frame, effort: effort) }
    }

    public mutating func outlined(_ regions: [Region], of frame: Frame) throws -> [Region] {
        try clock.measure(.read) { try base.outlined(regions, of: frame) }
    }

    public var certainty: Double { base.certainty }
    public var knowsLayouts: Bool { base.knowsLayouts }
}
