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

    private let settings: Settings
    private let formats: FormatSet
    private var tracks: [Track] = []
    private var nextID = 1
    private(set) var lastFrame: Timestamp?
    private let lanes: Lanes
    /// Of the last frame, in pixels.
    private var pictureSize: (width: Int, height: Int)?
    private let evidence: Evidence.Settings?
    private var scenes: Scenes
    private let area: RegionOfInterest
    private let plausibility: Plausibility?
    private var visits: Visits

    /// - Parameters:
    ///   - lanes: the first one that a plate lies in, and that counts its direction, has it.
    ///   - evidence: what is kept of the pictures; nil for nothing.
    ///   - plausibility: the least that a text must have; nil for nothing.
    ///   - cooldown: how long a vehicle that vanished in the middle of the picture is expected back; with zero whatever is agreed on is new.
    ///   - area: where plates are looked for: who leaves it has left.
    public init(
        settings: Settings = Settings(), formats: FormatSet = FormatSet(), lanes: [Lane] = [],
        evidence: Evidence.Settings? = nil, plausibility: Plausibility? = nil, cooldown: Duration = .zero,
        area: RegionOfInterest = .wholePicture
    ) {
        self.settings = settings
        self.lanes = Lanes(all: lanes)
        self.evidence = evidence
        scenes = Scenes(width: evidence?.sceneWidth ?? 0)
        self.plausibility = plausibility
        visits = Visits(window: cooldown)
        self.area = area
        self.formats = formats
    }

    /// Whether a place belongs to a track that needs no more evidence.
    public func isSettled(_ box: Box, at time: Timestamp) -> Bool {
        settledTrack(at: box, time: time) != nil
    }

    /// Whether a place belongs to a track that may be a plate's.
    public func follows(_ box: Box, at time: Timestamp) -> Bool {
        tracks.contains { $0.isHopeful && $0.overlap(with: box, at: time) > 0.15 }
    }

    /// Whether a place belongs to a settled track that was read so recently that another look can wait.
    func canRest(_ box: Box, at time: Timestamp) -> Bool {
        settledTrack(at: box, time: time).map { time - tracks[$0].lastRead < Self.rest } ?? false
    }

    /// Notes that the plate of a settled track was seen there.
    mutating func saw(_ box: Box, at time: Timestamp) {
        if let index = settledTrack(at: box, time: time) { tracks[index].sawUnread(box, at: time) }
    }

    /// For how long a vehicle that vanished is expected back.
    var cooldown: Duration { visits.window }

    /// Takes plates that an earlier run has reported for its own.
    mutating func remember(_ plates: [ReportedPlate]) {
        for plate in plates { visits.remember(plate) }
    }

    /// Places where a young track still needs evidence: they are worth a look even where nothing moves.
    func undecidedPlaces(at time: Timestamp) -> [Box] {
        tracks.filter {
            $0.isHopeful && $0.settled == nil && time - $0.firstSeen < settings.window || !$0.dissent.isEmpty
        }
        .map { $0.predictedBox(at: time) }
    }

    /// Whether any track may still become an event.
    var isUndecided: Bool {
        tracks.contains { $0.isHopeful && $0.settled == nil && !$0.isRefused || !$0.dissent.isEmpty }
    }

    /// Whether a young track has been read and is not agreed on: another look may decide it.
    func wantsLooks(at time: Timestamp) -> Bool {
        tracks.contains {
            let since = $0.settled == nil ? $0.firstSeen : $0.dissent.first?.reading.time
            return since.map { time - $0 < Self.hurry } ?? false && $0.heldSince == nil && !$0.isRefused && $0.isHopeful
        }
    }

    /// Tells that everything may have changed.
    mutating func anythingChanged(at time: Timestamp) {
        for index in tracks.indices { tracks[index].mayHaveLeft(at: time) }
    }

    /// Tells that nothing has changed outside `area` (nil: nowhere); what was there is still there, unless it was leaving.
    mutating func nothingChanged(outside area: Box?, at time: Timestamp) {
        for index in tracks.indices {
            if let area, tracks[index].box.overlap(area) > 0 {
                tracks[index].mayHaveLeft(at: time)
                continue
            }
            let isThere = tracks[index].isUnchanged || tracks[index].misses < Self.patience
            guard isThere, tracks[index].settled != nil || tracks[index].isRefused, !isLeaving(tracks[index]) else {
                continue
            }
            tracks[index].stays(at: time, since: lastFrame)
        }
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
        visits.saw(time)
        if let image = frame?.image { pictureSize = (image.width, image.height) }
        close(before: Timestamp(time.sinceStart - settings.close), into: &result)
        let touched = assign(readings)
        for index in tracks.indices {
            let old = tracks[index].expire(before: Timestamp(time.sinceStart - settings.window))
            report(old, of: tracks[index], into: &result)
        }
        let kept = evidence == nil ? nil : frame
        for index in touched {
            decide(index, in: kept, into: &result)
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
        for index in tracks.indices { end(index, into: &result) }
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
        for index in tracks.indices where tracks[index].lastSeen < time { end(index, into: &result) }
        tracks.removeAll { $0.lastSeen < time }
    }

    private mutating func end(_ index: Int, into result: inout Result) {
        if tracks[index].heldSince != nil { decide(index, in: nil, isLast: true, into: &result) }
        visits.ended(tracks[index], hasLeft: isLeaving(tracks[index]))
        report(tracks[index].drain() + tracks[index].dissent, of: tracks[index], into: &result)
        tracks[index].dissent = []
    }

    // MARK: - Decisions

    /// - Parameters:
    ///   - frame: in which it was seen; nil where no evidence is kept.
    ///   - isLast: whether nothing more will be seen of it.
    private mutating func decide(
        _ index: Int, in frame: Frame?, isLast: Bool = false, into result: inout Result
    ) {
        if let settled = tracks[index].settled {
            report(sort(&tracks[index], settled: settled), of: tracks[index], into: &result)
            return
        }
        let tally = Tally(tracks[index].ballots)
        if let frame { tracks[index].keepExhibit(of: frame, leader: tally.leader?.text) }
        tracks[index].mayBeKnown = false
        tracks[index].isHopeful = tally.leader.map { isUsual($0.text) } ?? false
        guard let leader = tally.leader, isAgreed(tally) else {
            tracks[index].heldSince = nil
            tracks[index].isRefused = false
            return
        }
        guard hurdle(for: leader, of: tracks[index], tracks[index].ballots, tally) == nil else { return }
        let direction = direction(of: tracks[index], text: leader.text)
        let verdict = verdict(on: tracks[index], direction, isLast: isLast)
        tracks[index].isRefused = verdict == .refused
        guard case .counts(let lane) = verdict else {
            tracks[index].heldSince = tracks[index].heldSince ?? tracks[index].lastSeen
            return
        }
        let isClear = sureness(of: leader, in: tracks[index].ballots) >= Self.beyondDoubt && formats.allows(leader.text)
        let arrival = Visits.Arrival(
            // Two pictures may share a mistake.
            plate: ReadPlate(text: leader.text, isSure: isClear && leader.frames > settings.minimumReads), lane: lane,
            firstBox: tracks[index].firstBox, firstSeen: tracks[index].firstSeen, box: tracks[index].box)
        let identity = visits.verdict(on: arrival, among: tracks)
        tracks[index].mayBeKnown = identity == .unsure
        if identity == .unsure { return }
        var plate = plate(from: tracks[index], tally: tally, leader: leader)
        plate.direction = direction
        plate.lane = lane
        plate.evidence = self.evidence(of: tracks[index], in: frame)
        tracks[index].settled = leader.text
        tracks[index].verdict = (plate.candidates, plate.reads)
        tracks[index].lane = lane
        tracks[index].heldSince = nil
        var outcome = Outcome.accepted
        if case .again(let visit) = identity {
            visits.goesOn(visit, as: tracks[index])
            tracks[index].isRepeated = true
            outcome = .rejected(.cooldown)
        } else {
            if case .new(let left) = identity { plate.lastLeft = left }
            visits.begin(ReadPlate(text: leader.text, isSure: isClear), in: lane, track: tracks[index])
            result.accepted.append(plate)
        }
        for ballot in tracks[index].drain() {
            let agrees = ballot.text == leader.text
            result.reports.append(
                CandidateReport(
                    ballot.reading, track: tracks[index].id, outcome: agrees ? outcome : .rejected(.outvoted)))
        }
    }

    /// How sure the readings of a text must be so that it is a plate of its own beside one that is alike.
    private static let beyondDoubt = 0.95

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
    private func isAgreed(_ tally: Tally) -> Bool {
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
            } else if track.mayBeKnown {
                reason = .cooldown
            } else {
                reason = objection(to: tally, of: track, ballots)
            }
            var report = CandidateReport(ballot.reading, track: track.id, outcome: .rejected(reason))
            // Once a track, with its last reading.
            if let partial, index == ballots.count - 1 { report.candidates.append(partial) }
            result.reports.append(report)
        }
    }
}

/// What a track whose frames agree becomes, and what may keep it from that.
extension Smoother {
    /// How sure the readings of a plate that fits no format must be. Most plates are, most foliage is not.
    private static let sure = 0.97

    /// Why a text that frames agree on is not believed; nil where it is.
    ///
    /// - Parameter ballots: of the track, which may have none any more.
    private func hurdle(
        for leader: Tally.Entry, of track: Track, _ ballots: [Ballot], _ tally: Tally
    ) -> Rejection? {
        if let objection = plausibility?.objection(to: leader.text), !isUnusual(leader, of: track, ballots) {
            return objection
        }
        let fits = formats.isEmpty || formats.format(fitting: leader.text) != nil
        guard fits || isSurelyStrange(leader, in: ballots) else { return .format }
        guard let least = settings.minimumProbability else { return nil }
        let grounds = grounds(of: leader, in: ballots, tally)
        return probability(from: grounds).map { $0 < least } ?? false ? .improbable : nil
    }

    /// Why ballots came to nothing.
    private func objection(to tally: Tally, of track: Track, _ ballots: [Ballot]) -> Rejection {
        guard let leader = tally.leader, isAgreed(tally) else { return .noAgreement }
        // What is agreed on, and believed now, was not while it counted: only a format changes its mind.
        return hurdle(for: leader, of: track, ballots, tally) ?? .format
    }

    private func plate(from track: Track, tally: Tally, leader: Tally.Entry) -> AcceptedPlate {
        let agreeing = track.ballots.filter { $0.text == leader.text }
        let raws = agreeing.compactMap(\.reading.best?.raw)
        let raw = Dictionary(grouping: raws) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
        let total = max(tally.totalWeight, leader.weight)
        let grounds = grounds(of: leader, in: track.ballots, tally)
        return AcceptedPlate(
            text: leader.text, raw: raw ?? leader.text,
            confidence: sureness(of: leader, in: track.ballots) * leader.weight / total,
            probability: probability(from: grounds), grounds: grounds,
            candidates: tally.entries.prefix(5).map {
                Candidate(text: $0.text, confidence: $0.weight / total)
            },
            format: formats.format(fitting: leader.text),
            origin: .init(agreeing: agreeing.compactMap(\.reading.origin)),
            box: track.box, reads: leader.frames, framesSeen: track.framesSeen,
            firstSeen: track.firstSeen, lastSeen: track.lastSeen, track: track.id,
            votes: track.ballots.suffix(Vote.most).map(Vote.init))
    }

    /// Whether a text is a plate's by its letters and digits, or by the layout of a country that is known.
    private func isUsual(_ text: String) -> Bool {
        guard plausibility?.objection(to: text) != nil else { return true }
        return text.contains(where: PlateFormat.allLetters.contains)
            && text.contains(where: PlateFormat.allDigits.contains) && formats.knows(text, isPersonalised: false)
    }

    /// Whether a text with hardly a digit, or very few characters, is a plate's all the same: a format has it, it was read surely on a plate, and
    /// its vehicle shows no other. A word, a number alone and what the owner chose have to have come by besides, as no sign does.
    private func isUnusual(_ leader: Tally.Entry, of track: Track, _ ballots: [Ballot]) -> Bool {
        let agreeing = ballots.filter { $0.text == leader.text }
        let reads = settings.minimumReads > 1 ? settings.minimumReads + 1 : settings.minimumReads
        guard leader.frames >= reads, formats.knows(leader.text), sureness(of: leader, in: ballots) >= Self.sure,
            2 * agreeing.count(where: \.reading.isOnPlate) > agreeing.count,
            !tracks.contains(where: { $0.id != track.id && $0.isHopeful && isOnOneVehicle($0, track) })
        else { return false }
        let isMixed =
            leader.text.contains(where: PlateFormat.allLetters.contains)
            && leader.text.contains(where: PlateFormat.allDigits.contains)
        return isMixed && formats.knows(leader.text, isPersonalised: false)
            || track.firstBox.centre.distance(to: track.box.centre) > track.box.height
    }

    /// So many widths of a plate is a vehicle wide.
    private static let vehicle = 5.0

    /// Whether two places may be on one vehicle: a word beside its plate is lettering.
    private func isOnOneVehicle(_ one: Track, _ other: Track) -> Bool {
        one.box.centre.distance(to: other.box.centre) < Self.vehicle * max(one.box.width, other.box.width)
    }

    /// A plate that fits no format is believed when it was read surely, and in one frame more than others need.
    private func isSurelyStrange(_ leader: Tally.Entry, in ballots: [Ballot]) -> Bool {
        let reads = settings.minimumReads > 1 ? settings.minimumReads + 1 : settings.minimumReads
        return leader.frames >= reads && formats.isStranger(leader.text)
            && sureness(of: leader, in: ballots) >= Self.sure
    }

    /// Mean confidence of the readings that agree, 0-1.
    private func sureness(of leader: Tally.Entry, in ballots: [Ballot]) -> Double {
        let agreeing = ballots.filter { $0.text == leader.text }
        return agreeing.compactMap(\.reading.best?.confidence).mean() ?? leader.weight / Double(leader.frames)
    }

    private func grounds(of leader: Tally.Entry, in ballots: [Ballot], _ tally: Tally) -> Grounds {
        let agreeing = ballots.filter { $0.text == leader.text }
        return Grounds(
            of: leader.text, readings: (agreeing.isEmpty ? ballots : agreeing).map(\.reading),
            share: leader.weight / max(tally.totalWeight, leader.weight), reads: leader.frames)
    }

    private func probability(from grounds: Grounds) -> Double? {
        let scale = settings.probability
        return (settings.minimumReads > 1 ? scale?.severalPictures : scale?.onePicture)?(grounds)
    }
}

/// A vehicle that comes where one left whose plate is nearly the same: of a fleet, or bought on one day. Its readings fit the settled track by
/// place and text, and are of another plate all the same.
extension Smoother {
    /// A plate that is not found for that long may have left, and another one have come. Where the texts differ in one character, it is
    /// misread rather, unless it was away for longer: a fast vehicle is not where it is expected.
    private static let (absence, longAbsence) = (Duration.milliseconds(500), Duration.seconds(1))
    /// Where nothing but the place says that it is another vehicle, and where the texts differ in one character, it takes so many frames more.
    private static let more = 1

    /// Takes the ballots of a settled track out: those of another plate are kept as dissent, where they began with an interruption; one that
    /// says what was settled ends it.
    ///
    /// - Returns: those that are of no more use.
    private func sort(_ track: inout Track, settled: String) -> [Ballot] {
        let isInterrupted = track.newest.isElsewhere || track.newest.absence >= Self.absence
        if track.dissent.isEmpty {
            (track.absence, track.dissentIsElsewhere) = (track.newest.absence, track.newest.isMoved)
        }
        var done: [Ballot] = []
        for ballot in track.drain() {
            let likeness = ballot.text.likeness(to: settled)
            if likeness == .same || likeness == .alike && !(isInterrupted && track.dissentIsElsewhere) {
                done += track.dissent + [ballot]
                track.dissent = []
            } else if ballot.text.count >= settled.count, isInterrupted || !track.dissent.isEmpty {
                track.dissent.append(ballot)
            } else {
                done.append(ballot)
            }
        }
        return done
    }

    /// Makes a track of its own of dissent that frames agree on, in place of the one that it came to.
    ///
    /// - Parameter frame: in which it was read last; nil where no evidence is kept.
    private mutating func part(_ index: Int, in frame: Frame?, into result: inout Result) {
        guard let settled = tracks[index].settled, let first = tracks[index].dissent.first else { return }
        let tally = Tally(tracks[index].dissent)
        guard let leader = tally.leader, isAgreed(tally) else { return }
        let isNearlyTheSame = leader.text.likeness(to: settled) != .none
        let absence = tracks[index].absence
        guard !isNearlyTheSame || absence >= Self.longAbsence else { return }
        let needsMore = isNearlyTheSame || absence < Self.absence
        guard leader.frames >= settings.minimumReads + (needsMore ? Self.more : 0) else { return }
        var track = Track(id: nextID, first: first)
        nextID += 1
        for ballot in tracks[index].dissent.dropFirst() { track.add(ballot) }
        // Where another one stands it is not any more.
        visits.ended(tracks[index], hasLeft: true)
        tracks[index] = track
        decide(index, in: frame, into: &result)
    }
}

/// What is read of a frame when later ones have been counted.
extension Smoother {
    /// Decides on plates that wait for their direction, where no frame has come for so long that they would have gone: said when the camera
    /// is back, it would be said as of then, and a barrier would open for nobody.
    mutating func release(at time: Timestamp) -> Result {
        var result = Result()
        let limit = Timestamp(time.sinceStart - settings.close)
        for index in tracks.indices
        where tracks[index].heldSince != nil && !tracks[index].isRefused && tracks[index].lastSeen < limit {
            decide(index, in: nil, isLast: true, into: &result)
        }
        return result
    }

    /// What became of a late reading.
    enum Lateness {
        case counted
        /// Its track needed it no more.
        case notNeeded
        /// What it was about is gone.
        case gone
    }

    /// Counts what another engine reads of a place whose own reading has voted.
    mutating func second(_ reading: PlateReading, by view: ViewReading, into result: inout Result) -> Lateness {
        let both = reading.seconded(by: view, formats: formats)
        for index in tracks.indices where tracks[index].replace(with: both) {
            decide(index, in: nil, into: &result)
            return .counted
        }
        return isSettled(reading.region.box, at: reading.time) ? .notNeeded : .gone
    }

    /// Counts a reading of a place that had none that counts: in the track that it fits, or in a new one, if that would be alive still.
    ///
    /// - Parameter frame: in which it was read; nil where no evidence is kept.
    mutating func addLate(_ reading: PlateReading, in frame: Frame?, into result: inout Result) -> Lateness {
        let fitting = tracks.indices.compactMap { index in
            tracks[index].affinity(with: reading).map { (index: index, affinity: $0) }
        }
        if let index = fitting.max(by: { $0.affinity < $1.affinity })?.index {
            tracks[index].insert(Ballot(reading: reading))
            decide(index, in: frame, into: &result)
            part(index, in: frame, into: &result)
            return .counted
        }
        if let lastFrame, lastFrame - reading.time > settings.close { return .gone }
        tracks.append(Track(id: nextID, first: Ballot(reading: reading)))
        nextID += 1
        decide(tracks.count - 1, in: frame, into: &result)
        return .counted
    }
}

/// Whether a vehicle was seen to leave.
extension Smoother {
    /// Where a plate that goes on as it went is outside after this time, its vehicle has left.
    private static let stepOut = Duration.milliseconds(500)
    /// What has shrunk to this part of its height while it drove away has left, however far away its plate is still read.
    private static let receded = 0.6

    private func isLeaving(_ track: Track) -> Bool {
        guard let size = pictureSize else { return false }
        let next = track.predictedBox(at: track.lastSeen + Self.stepOut)
        let way = next.centre.distance(to: track.box.centre)
        let area = self.area
        let inside = area.bounds(width: size.width, height: size.height)
        let isOutside = !next.liesInside(inside) || !area.contains(next.centre, width: size.width, height: size.height)
        if isOutside, way > track.box.height { return true }
        let text = track.settled ?? Tally(track.ballots).leader?.text ?? ""
        return track.box.height < Self.receded * track.tallest
            && direction(of: track, text: text)?.movement == .leaving
    }
}

extension Smoother {
    /// Looks at the whole picture in which a plate is not found where something has changed since it was, until it is taken to have left. A
    /// noisy picture of a parked car shows its plate in one look and not in the next.
    private static let patience = 5

    /// The whole picture was searched: what was not found in it may have left.
    ///
    /// - Parameter found: places at which something was.
    mutating func searchedAll(_ found: [Box], at time: Timestamp) {
        for index in tracks.indices {
            tracks[index].searched(isFound: found.contains { tracks[index].overlap(with: $0, at: time) > 0.15 })
        }
    }

    /// The tracks whose plates are in the frame of a time, as they stand.
    func standing(at time: Timestamp) -> [TrackReport] {
        tracks.filter { $0.lastFound == time }.map(report)
    }

    private func report(_ track: Track) -> TrackReport {
        func report(_ candidates: [Candidate], reads: Int, _ standing: TrackReport.Standing) -> TrackReport {
            TrackReport(
                track: track.id, box: track.box, candidates: candidates, reads: reads,
                readsNeeded: settings.minimumReads, standing: standing)
        }
        if let verdict = track.verdict {
            return report(
                verdict.candidates, reads: verdict.reads, track.isRepeated ? .rejected(.cooldown) : .accepted)
        }
        let tally = Tally(track.ballots)
        guard let leader = tally.leader else { return report([], reads: 0, .undecided) }
        let total = max(tally.totalWeight, leader.weight)
        let candidates = tally.entries.prefix(5).map {
            Candidate(text: $0.text, confidence: total > 0 ? $0.weight / total : 0)
        }
        return report(candidates, reads: leader.frames, standing(of: track, tally))
    }

    private func standing(of track: Track, _ tally: Tally) -> TrackReport.Standing {
        if track.isRefused { return .rejected(.direction) }
        if track.heldSince != nil || track.mayBeKnown { return .waiting }
        return isAgreed(tally) ? .rejected(objection(to: tally, of: track, track.ballots)) : .undecided
    }
}

extension Smoother {
    public struct Settings: Sendable, Equatable {
        /// How far back readings count.
        public var window: Duration
        /// A track ends this long after its last reading.
        public var close: Duration
        /// Frames that must have read the same text.
        public var minimumReads: Int
        /// Weight the text must gather; a sure reading of one frame weighs nearly 1.
        public var minimumWeight: Double
        /// More than this many times the runner-up's weight is what the leader needs.
        public var lead: Double
        /// Part of all the weight that was cast, 0-1, that the leader must exceed.
        public var majority: Double
        /// How long a plate that is agreed on waits for its direction to be known.
        public var directionWait: Duration
        /// How probable a text has to be, 0-1; nil for whatever the vote decides.
        public var minimumProbability: Double?
        /// What the engine's readings are worth on this camera; nil where that was never measured.
        public var probability: Probability.Scale?

        public init(
            window: Duration = .seconds(5), close: Duration = .milliseconds(1500), minimumReads: Int = 2,
            minimumWeight: Double = 1.2, lead: Double = 2, majority: Double = 0.5, directionWait: Duration = .zero
        ) {
            self.window = window
            self.close = close
            self.minimumReads = minimumReads
            self.minimumWeight = minimumWeight
            self.lead = lead
            self.majority = majority
            self.directionWait = directionWait
        }
    }
}
