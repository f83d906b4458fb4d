import ALPR
import Records

/// What is told of each hour of the clock in the log: how much there was, and how well it could be read. Of recordings nothing is told.
struct HourTally {
    private static let hour: Int64 = 3_600_000

    private let camera: String
    private let ids: EventIDs
    private var start: Moment
    /// At the beginning of this hour.
    private var before = Counters.Values()
    private var latency = Self.latency
    private var confidence = Self.confidence
    private var textHeight = Self.textHeight
    private var edgeWidth = Self.edgeWidth

    private static let latency = Histogram(width: 10, top: 20_000)
    private static let confidence = Histogram(width: 0.01, top: 1)
    private static let textHeight = Histogram(width: 1, top: 400)
    private static let edgeWidth = Histogram(width: 0.1, top: 40)

    init(camera: String, ids: EventIDs = .ofThisProcess, at now: Moment) {
        self.camera = camera
        self.ids = ids
        start = now
    }

    /// - Parameter latency: from the arrival of the frame to the lines of its plates; nil where no frame settled them.
    mutating func add(_ recognition: Recognition, latency: Duration?) {
        for report in recognition.reports {
            guard let legibility = report.legibility else { continue }
            textHeight.add(legibility.textHeight)
            edgeWidth.add(legibility.edgeWidth)
        }
        for plate in recognition.accepted {
            confidence.add(plate.confidence)
            if let latency { self.latency.add(latency / .milliseconds(1)) }
        }
    }

    /// What there was, once another hour has begun.
    mutating func record(_ values: Counters.Values, at now: Moment) -> HealthRecord? {
        guard now.wall.milliseconds / Self.hour != start.wall.milliseconds / Self.hour else { return nil }
        return take(values, at: now)
    }

    /// What there was since, where a picture came.
    mutating func finish(_ values: Counters.Values, at now: Moment) -> HealthRecord? {
        values.decoded + values.rested > before.decoded + before.rested ? take(values, at: now) : nil
    }

    private mutating func take(_ values: Counters.Values, at now: Moment) -> HealthRecord {
        // By the clock that nobody sets.
        let passed = Int64((start.instant.duration(to: now.instant) / .milliseconds(1)).rounded())
        let record = HealthRecord(
            id: ids.next(at: now.wall), time: now.wall, camera: camera,
            start: WallTime(milliseconds: now.wall.milliseconds - passed), end: now.wall,
            counts: values.since(before), latency: latency.spread, confidence: confidence.spread,
            textHeight: textHeight.spread, edgeWidth: edgeWidth.spread)
        start = now
        before = values
        (latency, confidence) = (Self.latency, Self.confidence)
        (textHeight, edgeWidth) = (Self.textHeight, Self.edgeWidth)
        return record
    }
}

extension Counters.Values {
    fileprivate func since(_ before: Self) -> HealthRecord.Counts {
        var counts = HealthRecord.Counts()
        counts.dozed = rested - before.rested
        counts.pictures = decoded - before.decoded + counts.dozed
        counts.analysed = analysed - before.analysed
        counts.still = still - before.still
        counts.displaced = displaced - before.displaced
        counts.failed = failed - before.failed
        counts.damagedPictures = damagedPictures - before.damagedPictures
        counts.losses = losses - before.losses
        counts.reconnects = reconnects - before.reconnects
        counts.plates = accepted - before.accepted
        counts.candidatesAccepted = acceptedCandidates - before.acceptedCandidates
        counts.rejected = rejected.map { ($0.key.rawValue, $0.value - (before.rejected[$0.key] ?? 0)) }
            .filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }.map { (key: $0.0, count: $0.1) }
        return counts
    }
}
