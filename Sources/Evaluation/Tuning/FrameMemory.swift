import ALPR

/// What was found and read in the frame in hand, so that no two contenders do the same work.
///
/// Each of them is charged what the work costs, whoever did it first. Used on one thread.
public final class FrameMemory {
    /// Milliseconds of processor time that finding and reading would have taken, had nobody done it before.
    private(set) var charged = 0.0
    /// The same that was really spent here.
    private(set) var spent = 0.0

    /// What was asked of whom.
    struct Question: Hashable {
        let localiser: ObjectIdentifier
        let area: Box
        /// Whether it was asked for what it finds in another way.
        var isFurther = false
    }

    private typealias Known<Value> = (value: Value, cost: Double)

    private var found: [Question: Known<[Region]>] = [:]
    private var outlined: [(engine: ObjectIdentifier, region: Region, known: Known<Region>)] = []
    private var read: [(engine: ObjectIdentifier, effort: ReadingEffort, region: Region, known: Known<[ViewReading]>)] =
        []

    public init() {}

    /// The next frame comes.
    func forget() {
        found.removeAll(keepingCapacity: true)
        outlined.removeAll(keepingCapacity: true)
        read.removeAll(keepingCapacity: true)
    }

    func regions(of question: Question, _ work: () throws -> [Region]) rethrows -> [Region] {
        try once(found[question], work) { found[question] = $0 }
    }

    func outline(
        by engine: ObjectIdentifier, of region: Region, _ work: () throws -> Region
    ) rethrows -> Region {
        try once(outlined.first { $0.engine == engine && $0.region == region }?.known, work) {
            outlined.append((engine, region, $0))
        }
    }

    func views(
        of engine: ObjectIdentifier, _ effort: ReadingEffort, of region: Region, _ work: () throws -> [ViewReading]
    ) rethrows -> [ViewReading] {
        try once(
            read.first { $0.engine == engine && $0.effort == effort && $0.region == region }?.known, work
        ) { read.append((engine, effort, region, $0)) }
    }

    /// What is known, or else what the work gives, which is kept; either is charged.
    private func once<Value>(
        _ known: @autoclosure () -> Known<Value>?, _ work: () throws -> Value, keep: (Known<Value>) -> Void
    ) rethrows -> Value {
        let start = StageClock.now
        defer { spent += StageClock.now - start }
        if let known = known() {
            charged += known.cost
            return known.value
        }
        let value = try work()
        let cost = StageClock.now - start
        charged += cost
        keep((value, cost))
        return value
    }
}
