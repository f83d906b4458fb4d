import ALPR
import Plates

/// Measures recognition on single pictures.
public struct StillEvaluation {
    /// Overlap with the label (intersection over union) from which a plate counts as found.
    private static let found = 0.5
    /// Overlap from which a reading is taken to be of the plate.
    private static let meant = 0.2

    public private(set) var pictures = 0
    /// Plates with a box, and those of them found among the first 1, 3 and 5 places.
    public private(set) var boxes = 0
    public private(set) var foundAmong = [1: 0, 3: 0, 5: 0]
    public private(set) var accuracy = TextAccuracy()
    /// Accepted texts that no label accounts for. A further correct reading of an unlabelled plate is among them.
    public private(set) var unlabelled = 0
    public private(set) var losses: [Loss: Int] = [:]
    public private(set) var findings: [Finding] = []
    /// What was told of plates whose text is known.
    public private(set) var tellings: [Telling] = []
    public let clock: StageClock

    private let settings: Recogniser.Settings
    private let localiser: TimedLocaliser
    private let engine: TimedEngine
    private let distant: (any DistantReader)?
    private var boxReader: any BoxReader
    private let onBoxes: Bool
    private let likeness: Likeness

    /// - Parameters:
    ///   - boxReader: what reads a plate from its labelled box.
    ///   - onBoxes: whether to read the labelled boxes instead of finding plates.
    ///   - likeness: what the labels do not tell apart.
    public init(
        localiser: any PlateLocaliser, engine: any OCREngine, distant: (any DistantReader)? = nil,
        boxReader: any BoxReader, settings: Recogniser.Settings, onBoxes: Bool, likeness: Likeness = Likeness(),
        clock: StageClock = StageClock()
    ) {
        self.settings = settings.forStills
        self.clock = clock
        self.onBoxes = onBoxes
        self.likeness = likeness
        self.localiser = TimedLocaliser(localiser, clock: clock)
        self.engine = TimedEngine(engine, clock: clock)
        self.distant = distant
        self.boxReader = boxReader
    }

    /// Returns what became of every place that looked like a plate, or of every labelled box.
    @discardableResult
    public mutating func add(_ picture: LabelledPicture, frame: Frame) throws -> [CandidateReport] {
        pictures += 1
        if onBoxes { return try readBoxes(of: picture, frame: frame) }
        var recogniser = Recogniser(localiser: localiser, engine: engine, distant: distant, settings: settings)
        let recognition = try clock.measure(.other) { try recogniser.recognise(frame) }
        let rest = recogniser.finish()
        let reports = recognition.reports + rest.reports
        note(picture.plates, accepted: recognition.accepted + rest.accepted)
        var claimed: Set<Int> = []
        for plate in picture.plates {
            countFound(plate)
            guard let label = plate.text else { continue }
            let mine = reports.indices.filter { Self.isAbout(reports[$0], plate) }
            claimed.formUnion(mine)
            let accepted = mine.filter { reports[$0].outcome == .accepted }
            let told = (accepted + mine).compactMap { reports[$0].candidates.first?.text }
            let truth = likeness.meant(label, among: told)
            let best = accepted.first { reports[$0].candidates.first?.text == truth } ?? accepted.first
            accuracy.add(truth: truth, candidates: best.map { reports[$0].candidates.map(\.text) } ?? [])
            guard best.flatMap({ reports[$0].candidates.first?.text }) != truth else { continue }
            let loss = try loss(of: plate, truth: truth, reports: mine.map { reports[$0] }, frame: frame)
            losses[loss, default: 0] += 1
            let read = best.flatMap { reports[$0].candidates.first?.text }
            note(
                picture, truth: truth, read: read, loss: loss, box: plate.box ?? best.map { reports[$0].box },
                image: frame.image)
        }
        unlabelled += reports.indices.count { reports[$0].outcome == .accepted && !claimed.contains($0) }
        return reports
    }

    private mutating func readBoxes(of picture: LabelledPicture, frame: Frame) throws -> [CandidateReport] {
        var reports: [CandidateReport] = []
        for plate in picture.plates {
            guard let label = plate.text else { continue }
            let box = plate.box ?? frame.image.bounds
            let reading = try clock.measure(.read) { try boxReader.read(box, of: frame) }
            let truth = likeness.meant(label, among: reading.best.map { [$0.text] } ?? [])
            reports.append(CandidateReport(reading))
            accuracy.add(truth: truth, candidates: reading.candidates.map(\.text))
            tellings += [Telling(reading, truth: truth, settings: settings)].compactMap(\.self)
            guard reading.best?.text != truth else { continue }
            losses[.reading, default: 0] += 1
            note(picture, truth: truth, read: reading.best?.text, loss: .reading, box: box, image: frame.image)
        }
        return reports
    }

    private mutating func note(_ plates: [LabelledPlate], accepted: [AcceptedPlate]) {
        for event in accepted {
            let meant = plates.filter { plate in plate.box.map { event.box.iou($0) > Self.meant } ?? true }
            let truths = meant.compactMap(\.text)
            guard !truths.isEmpty else { continue }
            tellings.append(
                Telling(event, settings: settings, isRight: truths.contains { likeness.same($0, event.text) }))
        }
    }

    private mutating func countFound(_ plate: LabelledPlate) {
        guard let box = plate.box else { return }
        boxes += 1
        for limit in foundAmong.keys {
            let isFound = clock.regions.prefix(limit).contains {
                $0.box.iou(box) >= Self.found || $0.textBox.iou(box) >= Self.found
            }
            foundAmong[limit, default: 0] += isFound ? 1 : 0
        }
    }

    private static func isAbout(_ report: CandidateReport, _ plate: LabelledPlate) -> Bool {
        plate.box.map { report.box.iou($0) > meant } ?? true
    }

    private mutating func loss(
        of plate: LabelledPlate, truth: String, reports: [CandidateReport], frame: Frame
    ) throws -> Loss {
        guard !reports.isEmpty else { return .notFound }
        for report in reports {
            guard case .rejected(let reason) = report.outcome else { continue }
            let isRight = report.candidates.first?.text == truth
            // Another place of the same plate says nothing while one was read.
            if isRight || reports.count == 1, let loss = Loss(reason, wasReadRight: isRight) { return loss }
        }
        guard let box = plate.box else { return .reading }
        let read = try boxReader.read(box, of: frame).best?.text
        return read.map { likeness.same($0, truth) } ?? false ? .crop : .reading
    }

    private mutating func note(
        _ picture: LabelledPicture, truth: String, read: String?, loss: Loss, box: Box?, image: LumaImage
    ) {
        let crop = box.map { image.cropped(to: $0.expanded(x: 0.15 * $0.width, y: 0.3 * $0.height)) } ?? image
        findings.append(Finding(file: picture.path, truth: truth, read: read, loss: loss, position: nil, crop: crop))
    }
}
