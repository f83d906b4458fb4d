import ALPR
import Basics
import Plates

/// Measures events on recordings: right, missed, wrong and repeated, and how soon they come.
public struct ClipEvaluation {
    /// So many analysed frames are kept to show what was read in them.
    private static let kept = 40

    public private(set) var clips = 0
    /// Clips in which no plate is to be reported.
    public private(set) var silentClips = 0
    public private(set) var plates = 0
    public private(set) var right = 0
    public private(set) var missed = 0
    public private(set) var wrong = 0
    public private(set) var repeated = 0
    public private(set) var frames = 0
    /// Seconds from the first frame that was read right to the event, for the plates that were right.
    public private(set) var delays: [Double] = []
    public private(set) var losses: [Loss: Int] = [:]
    public private(set) var findings: [Finding] = []
    /// All events.
    public private(set) var tellings: [Telling] = []
    public let clock: StageClock

    private let settings: Recogniser.Settings
    private let localiser: TimedLocaliser
    private let engine: TimedEngine
    private let distant: (any DistantReader)?
    private let likeness: Likeness

    /// - Parameter likeness: what the labels do not tell apart.
    public init(
        localiser: any PlateLocaliser, engine: any OCREngine, distant: (any DistantReader)? = nil,
        settings: Recogniser.Settings, likeness: Likeness = Likeness(), clock: StageClock = StageClock()
    ) {
        self.settings = settings
        self.likeness = likeness
        self.clock = clock
        self.localiser = TimedLocaliser(localiser, clock: clock)
        self.engine = TimedEngine(engine, clock: clock)
        self.distant = distant
    }

    /// Returns what became of every place that looked like a plate.
    ///
    /// - Parameter nextFrame: the clip's gated frames, one after the other; it is told whether another look soon may decide a plate.
    @discardableResult
    public mutating func add(_ clip: LabelledClip, nextFrame: (Bool) throws -> Frame?) throws -> [CandidateReport] {
        var recogniser = Recogniser(localiser: localiser, engine: engine, distant: distant, settings: settings)
        var accepted: [AcceptedPlate] = []
        var reports: [CandidateReport] = []
        var film = Film(limit: Self.kept)
        func take(_ recognition: Recognition) {
            accepted += recognition.accepted
            reports += recognition.reports
            film.keep(recognition.reports, near: clip.texts)
            for plate in recognition.accepted where !clip.texts.contains(where: { likeness.same($0, plate.text) }) {
                findings.append(
                    Finding(
                        file: clip.path, truth: nil, read: plate.text, loss: nil,
                        position: plate.lastSeen.sinceStart.seconds, crop: film.crop(of: plate)))
            }
        }
        while let frame = try clock.measure(.decode, { try nextFrame(recogniser.wantsLooks) }) {
            frames += 1
            film.add(frame)
            take(try clock.measure(.other) { try recogniser.recognise(frame) })
        }
        // What waited for its direction or for a server's answer is told with the clip's end.
        take(recogniser.finish())
        var meant = clip
        meant.texts = clip.texts.map { likeness.meant($0, among: accepted.map(\.text)) }
        count(meant, accepted: accepted, reports: reports, film: film)
        return reports
    }

    private mutating func count(
        _ clip: LabelledClip, accepted: [AcceptedPlate], reports: [CandidateReport], film: Film
    ) {
        clips += 1
        silentClips += clip.texts.isEmpty ? 1 : 0
        plates += clip.texts.count
        for event in accepted {
            tellings.append(Telling(event, settings: settings, isRight: clip.texts.contains(event.text)))
        }
        let texts = Set(accepted.map(\.text))
        wrong += texts.subtracting(clip.texts).count
        repeated += accepted.count - texts.count
        for truth in clip.texts {
            let readings = reports.filter { $0.candidates.first?.text == truth }
            if let event = accepted.first(where: { $0.text == truth }) {
                right += 1
                let first = (readings.map(\.time) + [event.firstSeen]).filter { $0 <= event.lastSeen }.min()
                delays.append((event.lastSeen - (first ?? event.lastSeen)).seconds)
                continue
            }
            missed += 1
            let loss = Self.loss(readings: readings, reports: reports)
            losses[loss, default: 0] += 1
            let nearest = film.nearest[truth]
            findings.append(
                Finding(
                    file: clip.path, truth: truth, read: nearest?.text, loss: loss, position: nearest?.position,
                    crop: nearest?.crop ?? LumaImage(width: 0, height: 0)))
        }
    }

    private static func loss(readings: [CandidateReport], reports: [CandidateReport]) -> Loss {
        for reading in readings {
            if case .rejected(let reason) = reading.outcome, let loss = Loss(reason, wasReadRight: true) { return loss }
        }
        return reports.contains { !$0.candidates.isEmpty } ? .reading : .notFound
    }
}

/// The last analysed frames, and for every plate that is looked for the reading that came nearest to it.
private struct Film {
    struct Reading {
        var text: String
        var distance: Int
        var position: Double
        var crop: LumaImage
    }

    private(set) var nearest: [String: Reading] = [:]
    private let limit: Int
    private var frames: [Frame] = []

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ frame: Frame) {
        frames.append(frame)
        if frames.count > limit { frames.removeFirst() }
    }

    mutating func keep(_ reports: [CandidateReport], near truths: [String]) {
        for report in reports {
            guard let text = report.candidates.first?.text else { continue }
            for truth in truths {
                let distance = text.editDistance(to: truth)
                guard distance < nearest[truth]?.distance ?? truth.count else { continue }
                nearest[truth] = Reading(
                    text: text, distance: distance, position: report.time.sinceStart.seconds,
                    crop: crop(report.box, at: report.time))
            }
        }
    }

    func crop(of plate: AcceptedPlate) -> LumaImage {
        crop(plate.box, at: plate.lastSeen)
    }

    private func crop(_ box: Box, at time: Timestamp) -> LumaImage {
        frames.first { $0.time == time }?.image.cropped(to: box.expanded(x: 0.3 * box.height, y: 0.3 * box.height))
            ?? LumaImage(width: 0, height: 0)
    }
}
