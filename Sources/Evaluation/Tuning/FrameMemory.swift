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

    private var found: [Question: (regions: [Region], cost: Double)] = [:]
    private var read:
        [(engine: ObjectIdentifier, effort: ReadingEffort, region: Region, views: [ViewReading], cost: Double)] =
            []

    public init() {}

    /// The next frame comes.
    func forget() {
        found.removeAll(keepingCapacity: true)
        read.removeAll(keepingCapacity: true)
    }

    func regions(of question: Question, _ work: () throws -> [Region]) rethrows -> [Region] {
        let start = StageClock.now
        defer { spent += StageClock.now - start }
        if let known = found[question] {
            charged += known.cost
            return known.regions
        }
        let regions = try work()
        let cost = StageClock.now - start
        charged += cost
        found[question] = (regions, cost)
        return regions
    }

    func views(
        of engine: ObjectIdentifier, _ effort: ReadingEffort, of region: Region, _ work: () throws -> [ViewReading]
    ) rethrows -> [ViewReading] {
        let start = StageClock.now
        defer { spent += StageClock.now - start }
        if let known = read.first(where: { $0.engine == engine && $0.effort == effort && $0.region == region }) {
            charged += known.cost
            return known.views
        }
        let views = try work()
        let cost = StageClock.now - start
        charged += cost
        read.append((engine, effort, region, views, cost))
        return views
    }
}
