import ALPR
import Basics
import Records

/// Where recognitions go: the log of plates, and the explanation file where one is wanted. Lives on the OCR queue.
public protocol Outlet {
    /// - Parameter arrival: when the frame reached us; nil for what was still waiting at the end.
    mutating func write(_ recognition: Recognition, arrival: ContinuousClock.Instant?) throws
    mutating func write(_ gap: GapRecord) throws
    mutating func write(_ health: HealthRecord) throws
    mutating func reopen() throws
    /// Writes what waits, where it is time to try again. Called often.
    mutating func flush() throws
    /// Writes what waits for the last time; throws where some of it is on no disk.
    mutating func close() throws
    /// Events not written yet.
    var backlog: Int { get }
    /// Why the log cannot be written now; nil while it can.
    var unwritable: String? { get }
    /// When the last plate that an earlier run has reported was last seen; nil where that is not known.
    var lastPlate: WallTime? { get }
    /// The last record of a gap of a camera that an earlier run has written; nil where none is known.
    func lastGap(of camera: String) -> GapRecord?
    /// The plates that an earlier run has reported within so long before now, of a camera, on its time line.
    func reported(within rest: Duration) -> [ReportedPlate]
    /// What became of the pictures of accepted plates.
    var evidence: EvidenceWriter.Counts { get }
}

extension Outlet {
    public var unwritable: String? { nil }
    public var lastPlate: WallTime? { nil }
    public func lastGap(of camera: String) -> GapRecord? { nil }
    public func reported(within rest: Duration) -> [ReportedPlate] { [] }
    public var evidence: EvidenceWriter.Counts { .init() }

    public mutating func close() throws { try flush() }
}

/// Turns accepted plates into events, and hands them and the explanations to their files.
public struct EventOutlet: Outlet {
    /// Turns a source's time into the wall clock's.
    public enum Clock: Sendable {
        /// A camera: its time line is our monotonic clock since `epoch`.
        case live(epoch: ContinuousClock.Instant)
        /// A recording that began at a moment of the wall clock, known at the latest with its first frame.
        case recording(start: @Sendable () -> WallTime)

        func wallTime(of time: Timestamp, now: Moment) -> WallTime {
            switch self {
            case .live(let epoch):
                return now.wall(at: epoch + time.sinceStart)
            case .recording(let start):
                return WallTime(milliseconds: start().milliseconds + time.sinceStart.milliseconds)
            }
        }
    }

    private let camera: String
    private let engine: String
    private let clock: Clock
    private let file: String?
    private let ids: EventIDs
    private var sink: any EventSink
    private let explanations: Explanations?
    private var pictures: EvidenceWriter?
    private let pseudonyms: Pseudonyms?
    private let now: () -> Moment

    /// - Parameters:
    ///   - file: the name of the recording, where it is one.
    ///   - pictures: takes the evidence; nil where none is kept.
    ///   - pseudonyms: stand in place of texts; nil where these are written.
    ///   - now: the time.
    public init(
        camera: String, engine: String, clock: Clock, file: String? = nil, ids: EventIDs = .ofThisProcess,
        sink: any EventSink, explanations: Explanations? = nil, pictures: EvidenceWriter? = nil,
        pseudonyms: Pseudonyms? = nil, now: @escaping () -> Moment
    ) {
        self.camera = camera
        self.engine = engine
        self.clock = clock
        self.file = file
        self.ids = ids
        self.sink = sink
        self.explanations = explanations
        self.pictures = pictures
        self.pseudonyms = pseudonyms
        self.now = now
    }

    public var backlog: Int { sink.backlog }
    public var unwritable: String? { sink.unwritable }
    public var lastPlate: WallTime? { sink.lastPlate }
    public func lastGap(of camera: String) -> GapRecord? { sink.lastGap(of: camera) }
    public var evidence: EvidenceWriter.Counts { pictures?.counts ?? .init() }

    public func reported(within rest: Duration) -> [ReportedPlate] {
        // What has a pseudonym in place of its text could not be known again.
        guard case .live(let epoch) = clock, pseudonyms == nil, rest > .zero else { return [] }
        let now = now()
        let since = WallTime(milliseconds: now.wall.milliseconds - rest.milliseconds)
        let run = epoch.duration(to: now.instant)
        return sink.plates(since: since).compactMap { event in
            let age = Duration.milliseconds(now.wall.milliseconds - event.lastSeen.milliseconds)
            // What the clock says is still to come was written by another clock.
            guard event.camera == camera, event.file == nil, age >= .zero, age < rest else { return nil }
            return ReportedPlate(text: event.plate, lane: event.lane, lastSeen: Timestamp(run - age))
        }
    }

    public mutating func write(_ recognition: Recognition, arrival: ContinuousClock.Instant?) throws {
        var failure: (any Error)?
        for plate in recognition.accepted {
            do { try sink.record(event(for: plate, arrival: arrival)) } catch { failure = failure ?? error }
        }
        if let explanations {
            let now = now()
            for report in recognition.reports {
                let time = clock.wallTime(of: report.time, now: now)
                let record = CandidateRecord(report, time: time, camera: camera, file: file)
                explanations.append((pseudonyms.map { record.hidden(by: $0, at: now.wall) } ?? record).line)
            }
        }
        if let failure { throw failure }
    }

    public mutating func write(_ gap: GapRecord) throws {
        try sink.record(gap)
    }

    public mutating func write(_ health: HealthRecord) throws {
        try sink.record(health)
    }

    public mutating func reopen() throws {
        explanations?.reopen()
        try sink.reopen()
    }

    public mutating func flush() throws {
        explanations?.flush()
        let moment = now()
        pseudonyms?.look(at: moment.wall)
        pictures?.tend(now: moment)
        try sink.flush()
    }

    public mutating func close() throws {
        explanations?.flush()
        try sink.close()
    }

    private mutating func event(for plate: AcceptedPlate, arrival: ContinuousClock.Instant?) -> PlateEvent {
        let now = now()
        let lastSeen = clock.wallTime(of: plate.lastSeen, now: now)
        var time = lastSeen
        var position: Timestamp?
        switch clock {
        case .live: time = now.wall
        case .recording: position = plate.lastSeen
        }
        let id = ids.next(at: time)
        // On disk before the line that names them.
        var evidence: PlateEvidence?
        if let seen = plate.evidence {
            let taken = clock.wallTime(of: seen.time, now: now)
            evidence = pictures?.write(seen, id: id, time: time, taken: taken, now: now)
        }
        let latency = arrival?.duration(to: self.now().instant) ?? .zero
        let event = PlateEvent(
            plate, id: id, time: time, camera: camera,
            firstSeen: clock.wallTime(of: plate.firstSeen, now: now), lastSeen: lastSeen,
            lastLeft: plate.lastLeft.map { clock.wallTime(of: $0, now: now) }, engine: engine,
            latencyMilliseconds: Int(latency.milliseconds), position: position, file: file, evidence: evidence)
        return pseudonyms.map { event.hidden(by: $0, at: now.wall) } ?? event
    }
}
