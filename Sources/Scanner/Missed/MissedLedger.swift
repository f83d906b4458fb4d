import ALPR
import Basics
import Logging
import Records

/// Writes down every place that looked like a plate and ended without one: a line each, with its reason, and a crop of some. Beside it the
/// tally counts all candidates by the hour. Lives on the OCR queue.
///
/// Recognition hands over what it made anyway. Files are written between frames, one place at a time; whatever goes wrong costs lines of
/// the ledger and nothing else.
public struct MissedLedger {
    public struct Settings: Sendable {
        public var folder: String
        public var camera: String
        /// The recording; nil for cameras.
        public var file: String?
        public var cropsPerHour: Int
        /// Days and bytes that are kept; nil for all.
        public var kept: (days: Int, bytes: Int)?
        public var vote: Smoother.Settings
        /// What the tally tells of the configuration.
        public var limits: [String: String]

        public init(
            folder: String, camera: String, file: String? = nil, cropsPerHour: Int,
            kept: (days: Int, bytes: Int)? = nil,
            vote: Smoother.Settings = .init(), limits: [String: String] = [:]
        ) {
            self.folder = folder
            self.camera = camera
            self.file = file
            self.cropsPerHour = cropsPerHour
            self.kept = kept
            self.vote = vote
            self.limits = limits
        }
    }

    /// Lines that wait to be written at most.
    private static let room = 200
    /// Between two writings of the tally.
    private static let interval = Duration.seconds(60)

    private let settings: Settings
    private let clock: EventOutlet.Clock
    private let encode: (ColourImage) throws -> [UInt8]
    private let pseudonyms: Pseudonyms?
    private let log: Logger
    /// Of its own: it goes by the recording's time, and nothing else does.
    private let ids = EventIDs()
    private let folder: MissedFolder
    private var passages: Passages
    private var tally: MissedTally
    private var quota: MissedQuota
    private var retention: MissedRetention?
    private var waiting: [MissEntry] = []
    private var nextTally: ContinuousClock.Instant?
    private var lastFrame: Timestamp?
    private var failures: FailureTalk

    /// - Parameters:
    ///   - pseudonyms: stand in place of texts, and no crop is kept; nil where texts are written.
    ///   - encode: makes a JPEG of a picture.
    ///   - trust: in the clock that says what is too old.
    /// - Throws: where another scanner has the folder.
    public init(
        _ settings: Settings, clock: EventOutlet.Clock, pseudonyms: Pseudonyms? = nil,
        encode: @escaping (ColourImage) throws -> [UInt8], trust: ClockTrust, log: Logger, now: Moment = .now
    ) throws(Failure) {
        folder = try MissedFolder(path: settings.folder)
        self.settings = settings
        self.clock = clock
        self.encode = encode
        self.pseudonyms = pseudonyms
        self.log = log
        passages = Passages(.init(settings.vote, keepsCrops: pseudonyms == nil && settings.cropsPerHour > 0))
        tally = MissedTally(camera: settings.camera, limits: settings.limits)
        quota = MissedQuota(crops: settings.cropsPerHour)
        retention = settings.kept.map { MissedRetention(days: $0.days, bytes: $0.bytes, trust: trust, log: log) }
        failures = FailureTalk(of: "missed place", verb: "written down", at: now.instant)
    }

    // MARK: - What recognition tells

    /// Takes what one frame led to. Nothing is written yet.
    mutating func add(_ recognition: Recognition, in frame: Frame, now: Moment) {
        lastFrame = frame.time
        count(recognition.reports, frames: 1, at: clock.wallTime(of: frame.time, now: now))
        take(passages.add(recognition, in: frame), now: now)
    }

    /// Takes what came of earlier frames while no frame came. Nothing is written yet.
    mutating func hear(_ recognition: Recognition, now: Moment) {
        // With the last frame, as what comes with one is: after midnight the day before is not opened again.
        if let last = recognition.reports.last {
            count(recognition.reports, frames: 0, at: clock.wallTime(of: lastFrame ?? last.time, now: now))
        }
        passages.hear(recognition)
    }

    /// What a recording's end decides; writes all that waits.
    mutating func finish(_ recognition: Recognition, now: Moment) {
        hear(recognition, now: now)
        take(passages.finish(), now: now)
        while !waiting.isEmpty, write(now: now) {}
        writeTally(now: now)
    }

    private mutating func count(_ reports: [CandidateReport], frames: Int, at time: WallTime) {
        if tally.isOver(at: time) {
            writeTally(now: nil)
            let day = MissedFiles.day(of: time)
            tally.begin(day: day)
            if let bytes = folder.contents(of: MissedFiles.tally(of: day)) {
                tally.resume(MissedReading.tallies(bytes), day: day)
            }
        }
        tally.count(reports, frames: frames, at: time)
    }

    private mutating func take(_ words: [Passages.Word], now: Moment) {
        for word in words {
            let (passage, lasts) =
                switch word {
                case .ended(let passage): (passage, false)
                case .lasts(let passage): (passage, true)
                }
            let time: WallTime =
                switch clock {
                case .live: now.wall
                case .recording: clock.wallTime(of: passage.last, now: now)
                }
            var entry = MissEntry(passage, lasts: lasts, time: time)
            if let id = passage.id {
                entry.id = id
            } else {
                let isListed = entry.isMiss && quota.takes(entry.kind, at: time)
                tally.count(
                    place: passage.isRead ? nil : passage.reason,
                    isVehicle: entry.isMiss && entry.kind == .vehicle, isLeftOut: entry.isMiss && !isListed, at: time)
                if isListed { entry.id = ids.next(at: time) }
                // One without a line has an empty identifier from here on, and is counted once.
                if lasts { passages.name(passage, entry.id) }
            }
            if !entry.id.isEmpty, waiting.count < Self.room { waiting.append(entry) }
        }
    }

    // MARK: - Between frames

    /// Writes one place that ended, and now and then the tally; takes old ones away. Called often.
    mutating func tend(now: Moment) {
        pseudonyms?.look(at: now.wall)
        if waiting.isEmpty {
            let folder = folder
            retention?.tend(folder, now: now)
        } else {
            _ = write(now: now)
        }
        if nextTally.map({ $0 <= now.instant }) ?? true {
            nextTally = now.instant + Self.interval
            writeTally(now: now)
        }
    }

    /// Writes the place that has waited for longest. Returns whether it is written, or given up.
    private mutating func write(now: Moment) -> Bool {
        let entry = waiting[0]
        let day = MissedFiles.day(of: entry.time)
        if retention?.isFull(on: day) == true {
            removeFirst()
            return true
        }
        do throws(EvidenceFailure) {
            var record = entry.record(settings, clock: clock, now: now)
            record.crop = try crop(of: entry, on: day)
            if let pseudonyms { record = record.hidden(by: pseudonyms, at: now.wall) }
            let line = record.line
            guard try folder.append(line, on: day) == .written else { return false }
            retention?.add(line.count, to: day)
            if let news = failures.succeeded(at: now.instant) { log.notice("\(news)") }
        } catch {
            if let news = failures.failed(because: error.reason, at: now.instant) {
                log.error("\(news). Plates are read and logged all the same")
            }
        }
        removeFirst()
        return true
    }

    /// The place that has waited for longest is written, or given up. Nobody asks again for the crop of one that ended.
    private mutating func removeFirst() {
        let entry = waiting.removeFirst()
        if !entry.lasts { quota.forget(entry.id) }
    }

    /// Writes the crop where there is one and where there is room for it in this hour. One that was written before stays, with a line of
    /// a place that lasted, or for a line that the ledger was too busy to take.
    private mutating func crop(of entry: MissEntry, on day: String) throws(EvidenceFailure) -> PlateEvidence.File? {
        if let known = quota.crop(of: entry.id) { return known }
        guard let crop = entry.passage.best?.crop, quota.takesCrop(entry.kind, at: entry.time) else { return nil }
        let bytes: [UInt8]
        do { bytes = try encode(crop) } catch {
            throw EvidenceFailure(.noPicture, reason: "its picture: \(error)")
        }
        try folder.write(crop: bytes, of: entry.id, on: day)
        retention?.add(bytes.count, to: day)
        let file = PlateEvidence.File(
            path: MissedFiles.crop(of: entry.id, on: day), sha256: Digest(of: bytes).description, bytes: bytes.count,
            width: crop.width, height: crop.height)
        quota.keep(file, of: entry.id)
        return file
    }

    private mutating func writeTally(now: Moment?) {
        guard tally.isChanged, retention?.isFull(on: tally.day) != true else { return }
        do throws(EvidenceFailure) {
            try folder.replace(MissedFiles.tally(of: tally.day), with: tally.text())
        } catch {
            guard let now, let news = failures.failed(because: error.reason, at: now.instant) else { return }
            log.error("\(news). Plates are read and logged all the same")
        }
    }
}
