import ALPR
import Basics
import Logging
import Records

/// Writes down what the running configuration and its shadow report, a line each, and of each day that is over how that differs. Lives on the
/// shadow's queue.
public struct ShadowDiary {
    public struct Settings: Sendable {
        public var folder: String
        public var camera: String
        /// The recording; nil for cameras.
        public var file: String?
        /// Older days are removed; nil for none.
        public var days: Int?
        /// Values of the keys in which the two differ.
        public var running: [String: String]
        public var shadow: [String: String]

        public init(
            folder: String, camera: String, file: String? = nil, days: Int? = nil, running: [String: String],
            shadow: [String: String]
        ) {
            self.folder = folder
            self.camera = camera
            self.file = file
            self.days = days
            self.running = running
            self.shadow = shadow
        }
    }

    /// Lines that wait to be written at most.
    private static let room = 1000
    /// Between two lines that count.
    private static let interval = Duration.seconds(600)

    private let settings: Settings
    private let clock: EventOutlet.Clock
    private let log: Logger
    private let folder: ShadowFolder
    private var retention: ShadowRetention?
    private var counted: ShadowCount
    private var nextCount: ContinuousClock.Instant?
    /// The day whose file says which two configurations it is about.
    private var announced: String?
    /// Of the newest line.
    private var lastTime: WallTime?
    private var waiting: [(day: String, line: [UInt8])] = []
    /// The day that was written to last.
    private var day: String?
    /// Whether days of an earlier run were looked after.
    private var hasLookedBack = false
    private var failures: FailureTalk

    /// - Parameter trust: in the clock that says what is too old.
    /// - Throws: where another scanner has the folder.
    public init(
        _ settings: Settings, clock: EventOutlet.Clock, trust: ClockTrust, log: Logger, now: Moment = .now
    ) throws(Failure) {
        folder = try ShadowFolder(path: settings.folder)
        self.settings = settings
        self.clock = clock
        self.log = log
        retention = settings.days.map { ShadowRetention(days: $0, trust: trust) }
        counted = ShadowCount(
            time: now.wall, camera: settings.camera, running: settings.running, shadow: settings.shadow)
        failures = FailureTalk(of: "line of the shadow", verb: "written down", at: now.instant)
    }

    // MARK: - What the two report

    mutating func add(_ plate: AcceptedPlate, by reporter: ShadowPlate.Reporter, now: Moment) {
        let lastSeen = clock.wallTime(of: plate.lastSeen, now: now)
        let time: WallTime =
            switch clock {
            case .live: now.wall
            case .recording: lastSeen
            }
        let record = ShadowPlate(
            time: time, camera: settings.camera, by: reporter, plate: plate.text, confidence: plate.confidence,
            probability: plate.probability, reads: plate.reads,
            firstSeen: clock.wallTime(of: plate.firstSeen, now: now), lastSeen: lastSeen, box: PlateBox(plate.box),
            lane: plate.lane, file: settings.file)
        // Which two configurations it is about stands before it.
        if announced != ShadowFiles.day(of: time) { writeCount(at: time, now: now) }
        write(record.line, at: time, now: now)
    }

    mutating func count(_ change: (inout ShadowCount) -> Void) { change(&counted) }

    // MARK: - Between frames

    mutating func tend(now: Moment) {
        writeWaiting(now: now)
        guard case .live = clock else { return }
        if nextCount.map({ $0 <= now.instant }) ?? true { writeCount(at: now.wall, now: now) }
        let folder = folder
        retention?.tend(folder, now: now)
        if !hasLookedBack {
            hasLookedBack = true
            lookAfterDays(before: ShadowFiles.day(of: now.wall), isFirst: true, now: now)
        }
    }

    /// Writes what waits, and the day's difference so far.
    mutating func finish(now: Moment) {
        let time: WallTime =
            switch clock {
            case .live: now.wall
            case .recording(let start): lastTime ?? start()
            }
        writeCount(at: time, now: now)
        writeWaiting(now: now)
        if let day { report(day, now: now) }
    }

    private mutating func writeCount(at time: WallTime, now: Moment) {
        nextCount = now.instant + Self.interval
        announced = ShadowFiles.day(of: time)
        counted.time = time
        write(counted.line, at: time, now: now)
        counted = ShadowCount(
            time: time, camera: settings.camera, running: settings.running, shadow: settings.shadow)
    }

    // MARK: - Writing

    private mutating func write(_ line: [UInt8], at time: WallTime, now: Moment) {
        let day = ShadowFiles.day(of: time)
        if let last = self.day, last < day { begin(day, after: last, now: now) }
        self.day = max(day, self.day ?? day)
        // Whoever comes late is left out: nothing is written without an end of what waits.
        if waiting.count < Self.room { waiting.append((day, line)) }
        lastTime = max(time, lastTime ?? time)
        writeWaiting(now: now)
    }

    private mutating func begin(_ day: String, after last: String, now: Moment) {
        writeWaiting(now: now)
        report(last, now: now)
        if case .live = clock { lookAfterDays(before: day, now: now) }
    }

    private mutating func writeWaiting(now: Moment) {
        while let (day, line) = waiting.first {
            do throws(EvidenceFailure) {
                guard try folder.append(line, on: day) == .written else { return }
                if let news = failures.succeeded(at: now.instant) { log.notice("\(news)") }
            } catch {
                tell(error, now: now)
            }
            waiting.removeFirst()
        }
    }

    /// Writes how the two differ on a day, in place of what was written of it before.
    private mutating func report(_ day: String, now: Moment) {
        guard let bytes = folder.lines(of: day) else { return }
        do throws(EvidenceFailure) {
            try folder.write(report: Array(ShadowReport(ShadowDay(bytes, day: day)).text.utf8), of: day)
        } catch {
            tell(error, now: now)
        }
    }

    /// - Parameter isFirst: the newest day is of a run before this one. What it has as a report may be from a stop amid that day, and what came
    ///   after it ended in a kill.
    private mutating func lookAfterDays(before today: String, isFirst: Bool = false, now: Moment) {
        let days = folder.days.filter { $0 < today }.sorted()
        for day in days where !folder.hasReport(of: day) || (isFirst && day == days.last) { report(day, now: now) }
    }

    private mutating func tell(_ error: EvidenceFailure, now: Moment) {
        if let news = failures.failed(because: error.reason, at: now.instant) {
            log.error("\(news). Plates are read and logged all the same")
        }
    }
}
