import Plates

/// What one frame led to.
public struct Recognition: Sendable {
    public var accepted: [AcceptedPlate] = []
    /// What became of candidates, of this frame and of earlier ones that were waiting for their track.
    public var reports: [CandidateReport] = []
    /// Whether nothing had changed since the frames before, so that the frame was not looked at.
    public var isStill = false

    public init() {}

    mutating func reject(_ region: Region, at time: Timestamp, _ reason: Rejection) {
        reports.append(CandidateReport(region, time: time, rejected: reason))
    }

    mutating func reject(_ reading: PlateReading, _ reason: Rejection) {
        reports.append(CandidateReport(reading, outcome: .rejected(reason)))
    }
}

/// From a frame to accepted plates: localiser, filters, reader, smoother, cooldown. Time comes in with the frame.
public struct Recogniser {
    public struct Settings: Sendable, Equatable {
        public enum Selection: String, Sendable, CaseIterable {
            /// Every plate in the picture.
            case all
            /// Only the largest one: a gate, where the car in front matters.
            case largest
        }

        public var roi = RegionOfInterest.wholePicture
        /// Characters lower than this, in pixels, are not read.
        public var minimumTextHeight = 9.0
        /// The same in fractions of the picture's height; the larger of the two counts.
        public var minimumRelativeTextHeight = 0.0
        public var selection = Selection.all
        /// Places read in one frame, besides those a track follows.
        public var regionsPerFrame = 3
        public var plausibility = Plausibility()
        public var formats = FormatSet()
        public var smoother = Smoother.Settings()
        public var cooldown = Duration.seconds(300)
        /// Whether a place is read in all views the first time it is seen, and not only once a track follows it.
        public var readsCarefullyAtOnce = false
        /// Whether only what has changed is looked at, and all of it now and then.
        public var followsMotion = true
        /// Whether text that the camera draws into its picture is learnt and left out.
        public var learnsOverlays = true

        public init() {}

        /// What localisers are to find, in pixels: somewhat lower characters, too, so that it can be said that they were too small.
        public var foundTextHeight: Double { max(8, 0.8 * minimumTextHeight) }

        /// The same for single pictures: there is no second frame to agree, no event to repeat, and somebody asked what stands
        /// there. So the best reading of a place counts, if it is sure, whatever letters and digits it has.
        public var forStills: Settings {
            var settings = self
            settings.readsCarefullyAtOnce = true
            settings.followsMotion = false
            settings.learnsOverlays = false
            settings.regionsPerFrame = max(6, regionsPerFrame)
            settings.plausibility.minimumLetters = 0
            settings.plausibility.minimumDigits = 0
            settings.plausibility.minimumConfidence = max(0.92, plausibility.minimumConfidence)
            settings.smoother.minimumReads = 1
            settings.smoother.minimumWeight = 0.2
            settings.smoother.lead = 0
            settings.smoother.majority = 0
            settings.cooldown = .zero
            return settings
        }
    }

    private let settings: Settings
    private let engine: any OCREngine
    private var localiser: any PlateLocaliser
    private var reader: PlateReader
    private var smoother: Smoother
    private var cooldown: Cooldown
    private var clutter = Clutter()
    private var overlays = Overlays()
    private var motion = MotionGate()

    public init(localiser: any PlateLocaliser, engine: any OCREngine, settings: Settings = Settings()) {
        self.settings = settings
        self.engine = engine
        self.localiser = localiser
        reader = PlateReader(engine: engine, formats: settings.formats, plausibility: settings.plausibility)
        smoother = Smoother(settings: settings.smoother, formats: settings.formats)
        cooldown = Cooldown(window: settings.cooldown)
    }

    /// Where plates are looked for.
    public var roi: RegionOfInterest { settings.roi }

    /// One that knows nothing of what this one has seen, with the same localiser and engine.
    public func another(settings: Settings) -> Recogniser {
        Recogniser(localiser: localiser, engine: engine, settings: settings)
    }

    public mutating func recognise(_ frame: Frame) throws -> Recognition {
        var recognition = Recognition()
        let area = areaWorthALook(in: frame)
        recognition.isStill = area == nil
        var regions: [Region] = []
        if let area {
            let found = try localiser.regions(in: frame, area: area)
            regions = worthReading(found, of: frame, area: area, into: &recognition)
        }
        let undecided = regions.map { region in
            let isFollowed = smoother.follows(region.box, at: frame.time) || settings.readsCarefullyAtOnce
            return isFollowed && !smoother.isSettled(region.box, at: frame.time)
        }
        let readings = try reader.read(regions, of: frame, carefully: undecided)
        let voting = worthCounting(readings, of: frame, into: &recognition)
        count(smoother.add(voting, at: frame.time), into: &recognition)
        return recognition
    }

    /// What is still waiting when a recording ends.
    public mutating func finish() -> Recognition {
        var recognition = Recognition()
        count(smoother.finish(), into: &recognition)
        return recognition
    }

    // MARK: - Stages

    /// Round what has changed, in pixels: room for the rest of the plate, so that it is not cut.
    private static let room = 96.0
    /// Where more than this part of the region of interest has changed, all of it is looked at.
    private static let most = 0.6

    /// The part of the region of interest to look at, in pixels; nil where nothing has changed and no track needs evidence.
    private mutating func areaWorthALook(in frame: Frame) -> Box? {
        let image = frame.image
        let bounds = settings.roi.bounds(width: image.width, height: image.height)
        guard settings.followsMotion else { return bounds }
        let changed = motion.changes(in: image, at: frame.time, within: bounds)
        if changed == .whole { return bounds }
        var area: Box?
        if case .part(let box) = changed { area = box }
        for place in smoother.undecidedPlaces(at: frame.time) { area = area?.union(place) ?? place }
        var look = area?.expanded(x: Self.room, y: Self.room).intersection(bounds)
        if let box = look, box.area > Self.most * bounds.area { look = bounds }
        for text in smoother.nothingChanged(outside: look, at: frame.time) { cooldown.saw(text, at: frame.time) }
        if let look { motion.analysed(look) }
        return look
    }

    /// Keeps what lies in the region of interest, wholly in the area that was looked at, is large enough, and is among the best
    /// or followed by a track.
    private mutating func worthReading(
        _ regions: [Region], of frame: Frame, area: Box, into recognition: inout Recognition
    ) -> [Region] {
        let image = frame.image
        let inside = area.expanded(x: -2, y: -2)
        let lowest = max(
            settings.minimumTextHeight, settings.minimumRelativeTextHeight * Double(image.height))
        var kept: [Region] = []
        var fresh = 0
        for region in regions {
            if !settings.roi.contains(region.box.centre, width: image.width, height: image.height) {
                recognition.reject(region, at: frame.time, .outsideROI)
            } else if !region.textBox.liesInside(inside) {
                recognition.reject(region, at: frame.time, .cutOff)
            } else if region.textHeight < lowest {
                recognition.reject(region, at: frame.time, .tooSmall)
            } else if settings.learnsOverlays, overlays.knows(region, at: frame.time) {
                recognition.reject(region, at: frame.time, .overlay)
            } else if let text = smoother.settledText(at: region.box, time: frame.time) {
                cooldown.saw(text, at: frame.time)
                recognition.reject(region, at: frame.time, .reported)
            } else if smoother.follows(region.box, at: frame.time) {
                kept.append(region)
            } else if clutter.canWait(region.box, at: frame.time) {
                recognition.reject(region, at: frame.time, .clutter)
            } else if fresh < settings.regionsPerFrame {
                kept.append(region)
                fresh += 1
            } else {
                recognition.reject(region, at: frame.time, .surplus)
            }
        }
        return kept
    }

    /// Keeps one reading a place, and only those that could be a plate's.
    private mutating func worthCounting(
        _ readings: [PlateReading], of frame: Frame, into recognition: inout Recognition
    ) -> [PlateReading] {
        var kept: [PlateReading] = []
        for reading in readings.sorted(by: { $0.weight > $1.weight }) {
            if let objection = settings.plausibility.objection(to: reading) {
                clutter.failed(reading.region.box, at: reading.time)
                recognition.reject(reading, objection)
                continue
            }
            clutter.succeeded(reading.region.box)
            if settings.learnsOverlays, overlays.contain(reading.region, in: frame.image, at: frame.time) {
                recognition.reject(reading, .overlay)
            } else if kept.contains(where: { $0.region.box.iou(reading.region.box) > 0.2 }) {
                recognition.reject(reading, .overlap)
            } else {
                kept.append(reading)
            }
        }
        guard settings.selection == .largest, let largest = kept.max(by: { $0.region.box.area < $1.region.box.area })
        else {
            return kept
        }
        for reading in kept where reading != largest { recognition.reject(reading, .notLargest) }
        return [largest]
    }

    private mutating func count(_ result: Smoother.Result, into recognition: inout Recognition) {
        var repeated: Set<Int> = []
        for plate in result.accepted {
            if cooldown.admits(plate.text, at: plate.lastSeen) {
                recognition.accepted.append(plate)
            } else {
                repeated.insert(plate.track)
            }
        }
        for var report in result.reports {
            if let track = report.track, repeated.contains(track), report.outcome == .accepted {
                report.outcome = .rejected(.cooldown)
            }
            if report.outcome == .rejected(.reported), let text = report.candidates.first?.text {
                cooldown.saw(text, at: report.time)
            }
            recognition.reports.append(report)
        }
    }
}
