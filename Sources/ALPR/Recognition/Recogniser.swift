import Plates

/// From a frame to accepted plates: localiser, filters, reader, smoother. Time comes in with the frame.
///
/// It has more than 500 lines because all steps of a frame change the same tracks.
public struct Recogniser {
    let settings: Settings
    let lanesInOrder: Lanes
    private let engine: any OCREngine
    private var localiser: any PlateLocaliser
    var reader: PlateReader
    var smoother: Smoother
    var clutter = Clutter()
    var overlays = Overlays()
    private var lastFrame: Timestamp?
    /// When plates were last looked for in another way, and none was read then either.
    private var lastInVain: Timestamp?
    private var attention: Attention
    /// The reader somewhere else, and what it was asked; nil where there is none.
    var distant: DistantReading?

    /// - Parameter distant: reads again what the engine cannot decide; nil where all reading is done here.
    public init(
        localiser: any PlateLocaliser, engine: any OCREngine, distant: (any DistantReader)? = nil,
        settings: Settings = Settings()
    ) {
        self.settings = settings
        self.distant = distant.map(DistantReading.init)
        lanesInOrder = Lanes(all: settings.lanes)
        self.engine = engine
        self.localiser = localiser
        let formats = engine.suited(settings.formats)
        reader = PlateReader(engine: engine, formats: formats, plausibility: settings.plausibility)
        smoother = Smoother(
            settings: settings.smoother, formats: formats, lanes: settings.lanes,
            evidence: settings.evidence, plausibility: settings.plausibility, cooldown: settings.cooldown,
            area: settings.attention)
        attention = Attention(roi: settings.attention, followsMotion: settings.followsMotion)
    }

    /// Where plates are looked for.
    public var roi: RegionOfInterest { settings.attention }

    /// The parts of it that have names; none where all of it counts.
    public var lanes: [Lane] { settings.lanes }

    /// One that knows nothing of what this one has seen, with the same localiser and engine; it asks nobody else.
    public func another(settings: Settings) -> Recogniser {
        Recogniser(localiser: localiser, engine: engine, settings: settings)
    }

    /// The same, to take this one's place before this one has seen anything: it asks whom this one would have asked.
    public func replaced(settings: Settings) -> Recogniser {
        Recogniser(localiser: localiser, engine: engine, distant: distant?.reader, settings: settings)
    }

    /// Adds what a frame leads to.
    mutating func recognise(_ frame: Frame, into recognition: inout Recognition) throws {
        let focus = attention.focus(on: frame, and: smoother.undecidedPlaces(at: frame.time))
        note(focus.change, at: frame.time)
        let area = focus.area
        lastFrame = frame.time
        recognition.isStill = area == nil
        var regions: [Region] = []
        var surplus: [Region] = []
        if let area {
            let found = try localiser.regions(in: frame, area: area)
            (regions, surplus) = worthReading(found, of: frame, area: area, into: &recognition)
        }
        var (voting, objections) = try read(regions, of: frame, into: &recognition)
        let more = try readOn(surplus, after: regions.count, voting, of: frame, into: &recognition)
        voting += more.voting
        objections += more.objections
        if let area, !voting.contains(where: isPlausible),
            isWorthAnotherWay(at: frame.time, isStill: focus.change == .within(nil))
        {
            let found = try localiser.furtherRegions(in: frame, area: area)
            let (further, surplus) = worthReading(found, of: frame, area: area, into: &recognition)
            reject(surplus + further.dropFirst(Self.readOfOtherWay), of: frame, into: &recognition)
            let more = try read(Array(further.prefix(Self.readOfOtherWay)), of: frame, into: &recognition)
            voting = unlike(more.voting, voting, into: &recognition) + more.voting
            objections += more.objections
            lastInVain = more.voting.contains(where: isPlausible) ? nil : frame.time
        }
        recognition.readings += voting
        count(smoother.add(voting, at: frame.time, in: frame), into: &recognition)
        if area != nil, !focus.leavesOut { smoother.searchedAll(regions.map(\.box), at: frame.time) }
        settle(objections, voting, of: frame, into: &recognition)
    }

    /// Returns the tracks whose plates are seen in the frame of a time, the last one that was recognised.
    public func tracks(at time: Timestamp) -> [TrackReport] { smoother.standing(at: time) }

    /// Whether a plate is followed that may still become an event: every frame may decide it. What is asked of others always may.
    public var isUndecided: Bool {
        distant != nil || smoother.isUndecided
    }

    /// Whether a plate was read for the first time a short while ago and is not decided yet: another look soon may do it. Who is asked
    /// elsewhere is not asked more often.
    public var wantsLooks: Bool {
        distant == nil && lastFrame.map { smoother.wantsLooks(at: $0) } ?? false
    }

    /// What is still waiting when a recording ends.
    public mutating func finish() -> Recognition {
        var recognition = takeAnswers(areLast: true)
        count(smoother.finish(), into: &recognition)
        return recognition
    }

    // MARK: - Stages

    /// Where plates were looked for in another way in vain, they are again after this time: not in every picture of a hurry.
    private static let restFromOtherWay = Duration.milliseconds(150)
    /// The same where nothing has changed since.
    private static let restFromOtherWayWhenStill = Duration.seconds(6)
    /// So many of what is found then are read, in single pictures, too.
    private static let readOfOtherWay = 3

    func isPlausible(_ reading: PlateReading) -> Bool { settings.plausibility.objection(to: reading) == nil }

    private func isWorthAnotherWay(at time: Timestamp, isStill: Bool) -> Bool {
        let rest = isStill ? Self.restFromOtherWayWhenStill : Self.restFromOtherWay
        return lastInVain.map { time < $0 || time - $0 >= rest } ?? true
    }

    /// Plates that were agreed on and stand where nothing has changed are still there, and so is what is no plate.
    private mutating func note(_ change: Attention.Change, at time: Timestamp) {
        guard case .within(let area) = change else {
            clutter.anythingChanged(at: time)
            return smoother.anythingChanged(at: time)
        }
        clutter.nothingChanged(outside: area, at: time)
        smoother.nothingChanged(outside: area, at: time)
    }

    /// Keeps what lies in the region of interest, wholly in the area that was looked at, is large enough, and is among the best
    /// or followed by a track. What is surplus is neither.
    private mutating func worthReading(
        _ regions: [Region], of frame: Frame, area: Box, into recognition: inout Recognition
    ) -> (kept: [Region], surplus: [Region]) {
        let image = frame.image
        let inside = area.expanded(x: -2, y: -2)
        var kept: [Region] = []
        var surplus: [Region] = []
        var fresh = 0
        for region in regions {
            let centre = region.box.centre
            let holding = lanesInOrder.holding(centre, width: image.width, height: image.height)
            if !settings.roi.contains(centre, width: image.width, height: image.height)
                || holding.isEmpty && !settings.lanes.isEmpty
            {
                recognition.reject(region, at: frame.time, .outsideROI)
            } else if !region.textBox.liesInside(inside) {
                recognition.reject(region, at: frame.time, .cutOff)
            } else if region.textHeight < lowest(in: holding, of: image) {
                recognition.reject(region, at: frame.time, .tooSmall)
            } else if settings.learnsOverlays, overlays.knows(region, at: frame.time) {
                overlays.saw(region, at: frame.time)
                recognition.reject(region, at: frame.time, .overlay)
            } else if smoother.canRest(region.box, at: frame.time) {
                smoother.saw(region.box, at: frame.time)
                recognition.reject(region, at: frame.time, .reported)
            } else if smoother.follows(region.box, at: frame.time) {
                kept.append(region)
            } else {
                clutter.saw(region.box, at: frame.time)
                if clutter.canWait(region.box, at: frame.time) {
                    recognition.reject(region, at: frame.time, .clutter)
                } else if fresh < settings.regionsPerFrame {
                    kept.append(region)
                    fresh += 1
                } else {
                    surplus.append(region)
                }
            }
        }
        return (kept, surplus)
    }

    /// The least height of characters that are read. Of lanes that overlap, the least counts: which of them it will be is not known.
    private func lowest(in holding: [Lane], of image: LumaImage) -> Double {
        let pixels = holding.map { $0.minimumTextHeight ?? settings.leastTextHeight }.min()
        return max(pixels ?? settings.leastTextHeight, settings.minimumRelativeTextHeight * Double(image.height))
    }

    func count(_ result: Smoother.Result, into recognition: inout Recognition) {
        recognition.accepted += result.accepted
        recognition.reports += result.reports
    }
}
