import Basics
import Plates

/// Turns readings of single frames into plates that several frames agree on.
///
/// Readings are gathered into tracks by place and text. A track is accepted once, when within the rolling window its leading
/// text has enough weight and more than half of what was cast, was read in enough independent frames, and leads the runner-up.
/// It has more than 500 lines because gathering, voting and ending change the same tracks.
public struct Smoother: Sendable {
    /// What became of readings, and the plates that were agreed on.
    public struct Result: Sendable {
        public var accepted: [AcceptedPlate] = []
        public var reports: [CandidateReport] = []

        public init() {}
    }

    /// A settled track is read again this often, in case another car has taken its place.
    private static let rest = Duration.milliseconds(600)

    /// A track that is older needs something else than more looks.
    private static let hurry = Duration.seconds(1)

    let settings: Settings
    let formats: FormatSet
    var tracks: [Track] = []
    var nextID = 1
    private(set) var lastFrame: Timestamp?
    private let lanes: Lanes
    /// Of the last frame, in pixels.
    private var pictureSize: (width: Int, height: Int)?
    private let evidence: Evidence.Settings?
    private var scenes: Scenes

    /// - Parameters:
    ///   - lanes: the first one that a plate lies in, and that counts its direction, has it.
    ///   - evidence: what is kept of the pictures; nil for nothing.
    public init(
        settings: Settings = Settings(), formats: FormatSet = FormatSet(), lanes: [Lane] = [],
        evidence: Evidence.Settings? = nil
    ) {
        self.settings = settings
        self.lanes = Lanes(all: lanes)
        self.evidence = evidence
        scenes = Scenes(width: evidence?.sceneWidth ?? 0)
        self.formats = formats
    }

    /// Whether a place belongs to a track that needs no more evidence.
    public func isSettled(_ box: Box, at time: Timestamp) -> Bool {
        settledTrack(at: box, time: time) != nil
    }

    /// Whether a place belongs to any track.
    public func follows(_ box: Box, at time: Timestamp) -> Bool {
        tracks.contains { $0.overlap(with: box, at: time) > 0.15 }
    }

    /// A plate that was agreed on, and its lane.
    typealias Settled = (text: String, lane: String?)

    /// The settled track that a place belongs to, if it was read so recently that another look can wait.
    func settled(at box: Box, time: Timestamp) -> Settled? {
        guard let index = settledTrack(at: box, time: time), time - tracks[index].lastRead < Self.rest else {
            return nil
        }
        return tracks[index].settled.map { ($0, tracks[index].lane) }
    }

    /// Notes that the plate of a settled track was seen there.
    mutating func saw(_ box: Box, at time: Timestamp) {
        if let index = settledTrack(at: box, time: time) { tracks[index].sawUnread(box, at: time) }
    }

    /// Notes that what a track agreed on had been reported a short while ago.
    mutating func repeats(_ track: Int) {
        for index in tracks.indices where tracks[index].id == track { tracks[index].isRepeated = true }
    }

    /// Places where a young track still needs evidence: they are worth a look even where nothing moves.
    func undecidedPlaces(at time: Timestamp) -> [Box] {
        tracks.filter { $0.settled == nil && time - $0.firstSeen < settings.window || !$0.dissent.isEmpty }
            .map { $0.predictedBox(at: time) }
    }

    /// Whether any track may still become an event.
    var isUndecided: Bool { tracks.contains { $0.settled == nil && !$0.isRefused || !$0.dissent.isEmpty } }

    /// Whether a young track has been read and is not agreed on: another look may decide it.
    func wantsLooks(at time: Timestamp) -> Bool {
        tracks.contains {
            let since = $0.settled == nil ? $0.firstSeen : $0.dissent.first?.reading.time
            return since.map { time - $0 < Self.hurry } ?? false && $0.heldSince == nil && !$0.isRefused
        }
    }

    /// Tells that everything may have changed.
    mutating func anythingChanged(at time: Timestamp) {
        for index in tracks.indices { tracks[index].mayHaveLeft(at: time) }
    }

    /// Tells that nothing has changed outside `area` (nil: nowhere); what was there is still there. Returns the plates that are.
    mutating func nothingChanged(outside area: Box?, at time: Timestamp) -> [Settled] {
        var staying: [Settled] = []
        for index in tracks.indices {
            if let area, tracks[index].box.overlap(area) > 0 {
                tracks[index].mayHaveLeft(at: time)
                continue
            }
            let isThere = tracks[index].isUnchanged || tracks[index].misses < Self.patience
            guard isThere, tracks[index].settled != nil || tracks[index].isRefused else { continue }
            tracks[index].stays(at: time, since: lastFrame)
            guard let text = tracks[index].settled else { continue }
            staying.append((text, tracks[index].lane))
        }
        return staying
    }

    /// The settled track at a place, unless another car seems to have come there.
    private func settledTrack(at box: Box, time: Timestamp) -> Int? {
        let here = tracks.indices.filter { tracks[$0].overlap(with: box, at: time) > 0.3 }
        return here.allSatisfy { tracks[$0].settled != nil && tracks[$0].dissent.isEmpty } ? here.last : nil
    }

    /// Counts the readings of one frame, and ends what has not been seen for long.
    ///
    /// - Parameter frame: in which they were read; nil where nobody asks for direction, lanes and evidence.
    public mutating func add(_ readings: [PlateReading], at time: Timestamp, in frame: Frame? = nil) -> Result {
        var result = Result()
        lastFrame = time
        if let image = frame?.image { pictureSize = (image.width, image.height) }
        close(before: Timestamp(time.sinceStart - settings.close), into: &result)
        let touched = assign(readings)
        for index in tracks.indices {
            let old = tracks[index].expire(before: Timestamp(time.sinceStart - settings.window))
            report(old, of: tracks[index], into: &result)
        }
        let kept = evidence == nil ? nil : frame
        for index in touched {
            decide(&tracks[index], in: kept, into: &result)
            part(index, in: kept, into: &result)
        }
        if let kept, evidence?.keepsScene == true {
            scenes.keep(Set(tracks.compactMap(\.exhibit?.time)), newest: kept)
        }
        return result
    }

    /// Ends all tracks: the recording is over.
    public mutating func finish() -> Result {
        var result = Result()
        for index in tracks.indices { end(&tracks[index], into: &result) }
        tracks = []
        return result
    }

    // MARK: - Tracks

    /// Gives each reading to the track it fits best, or to a new one; returns the tracks that got one.
    private mutating func assign(_ readings: [PlateReading]) -> [Int] {
        var pairs: [(reading: Int, track: Int, affinity: Double)] = []
        for (reading, value) in readings.enumerated() {
            for (track, candidate) in tracks.enumerated() {
                // A plate that was seen in this very frame, and not read, is not another one beside it.
                if candidate.lastUnread == value.time, candidate.settled != value.best?.text { continue }
                if let affinity = candidate.affinity(with: value) { pairs.append((reading, track, affinity)) }
            }
        }
        var trackOf = [Int?](repeating: nil, count: readings.count)
        var touched: [Int] = []
        for pair in pairs.sorted(by: { $0.affinity > $1.affinity }) {
            guard trackOf[pair.reading] == nil, !touched.contains(pair.track) else { continue }
            trackOf[pair.reading] = pair.track
            touched.append(pair.track)
            tracks[pair.track].add(Ballot(reading: readings[pair.reading]))
        }
        for (reading, track) in trackOf.enumerated() where track == nil {
            touched.append(tracks.count)
            tracks.append(Track(id: nextID, first: Ballot(reading: readings[reading])))
            nextID += 1
        }
        return touched
    }

    private mutating func close(before time: Timestamp, into result: inout Result) {
        for index in tracks.indices where tracks[index].lastSeen < time { end(&tracks[index], into: &result) }
        tracks.removeAll { $0.lastSeen < time }
    }

    private func end(_ track: inout Track, into result: inout Result) {
        if track.heldSince != nil { decide(&track, in: nil, isLast: true, into: &result) }
        report(track.drain() + track.dissent, of: track, into: &result)
        track.dissent = []
    }

    // MARK: - Decisions

    /// - Parameters:
    ///   - frame: in which it was seen; nil where no evidence is kept.
    ///   - isLast: whether nothing more will be seen of it.
    func decide(_ track: inout Track, in frame: Frame?, isLast: Bool = false, into result: inout Result) {
        if let settled = track.settled {
            report(sort(&track, settled: settled), of: track, into: &result)
            return
        }
        let tally = Tally(track.ballots)
        if let frame { track.keepExhibit(of: frame, leader: tally.leader?.text) }
        guard let leader = tally.leader, isAgreed(tally) else {
            track.heldSince = nil
            track.isRefused = false
            return
        }
        guard hurdle(for: leader, of: track.ballots, tally) == nil else { return }
        let direction = direction(of: track, text: leader.text)
        let verdict = verdict(on: track, direction, isLast: isLast)
        track.isRefused = verdict == .refused
        guard case .counts(let lane) = verdict else {
            track.heldSince = track.heldSince ?? track.lastSeen
            return
        }
        var plate = plate(from: track, tally: tally, leader: leader)
        plate.direction = direction
        plate.lane = lane
        plate.evidence = evidence(of: track, in: frame)
        track.settled = leader.text
        track.verdict = (plate.candidates, plate.reads)
        track.lane = lane
        track.heldSince = nil
        result.accepted.append(plate)
        for ballot in track.drain() {
            let outcome: Outcome = ballot.text == leader.text ? .accepted : .rejected(.outvoted)
            result.reports.append(CandidateReport(ballot.reading, track: track.id, outcome: outcome))
        }
    }

    private func direction(of track: Track, text: String) -> Direction? {
        pictureSize.flatMap { track.course.direction(ofPlateWith: text.count, pictureWidth: $0.width) }
    }

    private func verdict(on track: Track, _ direction: Direction?, isLast: Bool) -> Lanes.Verdict {
        let holding = pictureSize.map { lanes.holding(track.box.centre, width: $0.width, height: $0.height) } ?? []
        // What it was last known to do holds until something else is known.
        if direction == nil, track.isRefused { return .refused }
        let verdict = Lanes.verdict(on: direction, in: holding, isLast: isLast)
        guard case .counts = verdict, direction == nil, !isLast, settings.directionWait > .zero else { return verdict }
        let waited = track.lastSeen - (track.heldSince ?? track.lastSeen)
        return waited < settings.directionWait ? .waits : verdict
    }

    private func evidence(of track: Track, in frame: Frame?) -> Evidence? {
        guard let exhibit = track.exhibit else { return nil }
        var scene: ColourImage?
        if evidence?.keepsScene == true {
            scene = exhibit.time == frame?.time ? frame?.anyColour : scenes[exhibit.time]
        }
        return Evidence(
            time: exhibit.time, box: exhibit.box, width: exhibit.width, height: exhibit.height, crop: exhibit.crop,
            scene: scene)
    }

    /// One frame more than is needed, all of which say the same long text and nothing else, need this part of the weight.
    private static let unanimous = (part: 0.75, characters: 6)

    /// Enough frames, enough weight, more than half of all that was cast, and a lead.
    func isAgreed(_ tally: Tally) -> Bool {
        guard let leader = tally.leader, leader.frames >= settings.minimumReads else { return false }
        let isUnanimous =
            settings.minimumReads > 1 && leader.frames > settings.minimumReads && tally.entries.count == 1
            && leader.text.count >= Self.unanimous.characters
        guard leader.weight >= settings.minimumWeight * (isUnanimous ? Self.unanimous.part : 1),
            leader.weight > settings.majority * tally.totalWeight
        else { return false }
        return leader.weight > settings.lead * (tally.runnerUp?.weight ?? 0)
    }

    /// The end of ballots that helped no plate.
    private func report(_ ballots: [Ballot], of track: Track, into result: inout Result) {
        guard !ballots.isEmpty else { return }
        let tally = Tally(ballots)
        let partial = track.settled == nil ? Tally.partial(of: ballots) : nil
        for (index, ballot) in ballots.enumerated() {
            let reason: Rejection
            if let settled = track.settled {
                reason =
                    Confusables.canonical(ballot.text) == Confusables.canonical(settled) ? .reported : .outvoted
            } else if track.heldSince != nil {
                reason = .direction
            } else {
                reason = objection(to: tally, of: ballots)
            }
            var report = CandidateReport(ballot.reading, track: track.id, outcome: .rejected(reason))
            report.lane = track.lane
            // Once a track, with its last reading.
            if let partial, index == ballots.count - 1 { report.candidates.append(partial) }
            result.reports.append(report)
        }
    }
}
