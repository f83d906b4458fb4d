import Plates

/// Reading the places of a frame, and which readings count.
extension Recogniser {
    /// Two readings whose boxes share more than this are of one place.
    private static let same = 0.2

    func reject(_ surplus: [Region], of frame: Frame, into recognition: inout Recognition) {
        for region in surplus { recognition.reject(region, at: frame.time, .surplus) }
    }

    /// Reads surplus places of a single picture, as long as plates stood in half of those before: a picture may show a car park.
    mutating func readOn(
        _ surplus: [Region], after count: Int, _ voting: [PlateReading], of frame: Frame,
        into recognition: inout Recognition
    ) throws -> (voting: [PlateReading], objections: [(PlateReading, Rejection)]) {
        var surplus = surplus
        var (tried, plates, read) = (count, voting.count, 0)
        var all: (voting: [PlateReading], objections: [(PlateReading, Rejection)]) = ([], [])
        while !surplus.isEmpty, 2 * plates >= tried, count + read < settings.readsOnUpTo {
            let taken = (voting + all.voting).map(\.region.box)
            func isTaken(_ place: Region) -> Bool { taken.contains { $0.iou(place.box) > Self.same } }
            reject(surplus.filter(isTaken), of: frame, into: &recognition)
            surplus.removeAll(where: isTaken)
            let next = Array(surplus.prefix(settings.regionsPerFrame))
            surplus.removeFirst(next.count)
            let round = try self.read(next, of: frame, into: &recognition)
            (tried, plates, read) = (next.count, round.voting.count, read + next.count)
            all = (all.voting + round.voting, all.objections + round.objections)
        }
        reject(surplus, of: frame, into: &recognition)
        return all
    }

    /// Reads places, and says which readings count and why the others do not.
    mutating func read(
        _ regions: [Region], of frame: Frame, into recognition: inout Recognition
    ) throws -> (voting: [PlateReading], objections: [(PlateReading, Rejection)]) {
        let undecided = regions.map { region in
            let isFollowed = smoother.follows(region.box, at: frame.time) || settings.readsCarefullyAtOnce
            return isFollowed && !smoother.isSettled(region.box, at: frame.time)
        }
        let waiting = regions.map { $0.isDoubtful && !smoother.follows($0.box, at: frame.time) }
        let readings = try reader.read(regions, of: frame, carefully: undecided, waiting: waiting)
        for (region, reading) in zip(regions, readings) where reading == nil {
            recognition.reject(region, at: frame.time, .surplus)
        }
        return worthCounting(readings.compactMap(\.self), of: frame, into: &recognition)
    }

    /// Keeps one reading a place, and only those that could be a plate's; the others with why they could not.
    mutating func worthCounting(
        _ readings: [PlateReading], of frame: Frame, into recognition: inout Recognition
    ) -> (voting: [PlateReading], objections: [(PlateReading, Rejection)]) {
        var kept: [PlateReading] = []
        var objections: [(PlateReading, Rejection)] = []
        for reading in readings.sorted(by: { $0.weight > $1.weight }) {
            var reading = reading
            if reading.isPart || isPart(reading, ofOneAmong: readings) {
                recognition.reject(reading, .cutOff)
                continue
            }
            if let objection = settings.plausibility.objection(to: reading) {
                clutter.failed(reading.region.box, at: reading.time)
                guard mayVote(reading) else {
                    objections.append((reading, objection))
                    continue
                }
                reading.isOnPlate =
                    reading.region.plate != nil || GroundExtent.ends(aroundEach: reading.region.rows, in: frame.image)
            } else {
                clutter.succeeded(reading.region.box)
            }
            if settings.learnsOverlays, overlays.learn(reading.region, in: frame.image, at: frame.time) {
                recognition.reject(reading, .overlay)
            } else if kept.contains(where: { $0.region.box.iou(reading.region.box) > Self.same }) {
                recognition.reject(reading, .overlap)
            } else {
                kept.append(reading)
            }
        }
        if settings.selection == .largest { kept = largest(of: kept, in: frame.image, into: &recognition) }
        return (kept, objections)
    }

    /// Whether the text is one row of what another reading has of the same place.
    private func isPart(_ reading: PlateReading, ofOneAmong others: [PlateReading]) -> Bool {
        guard let text = reading.best?.text else { return false }
        return others.contains { whole in
            guard let longer = whole.best?.text, longer.count > text.count, longer.likeness(to: text) == .part else {
                return false
            }
            return whole.region.rows.count > reading.region.rows.count && 2 * whole.weight >= reading.weight
                && whole.region.box.iou(reading.region.box) > Self.same && isPlausible(whole)
        }
    }

    /// Returns those of the first readings whose places none of the others has.
    func unlike(
        _ others: [PlateReading], _ readings: [PlateReading], into recognition: inout Recognition
    ) -> [PlateReading] {
        readings.filter { reading in
            let isTaken = others.contains { $0.region.box.iou(reading.region.box) > Self.same }
            if isTaken { recognition.reject(reading, .overlap) }
            return !isTaken
        }
    }

    /// Whether a text that hardly is a plate's votes all the same: the smoother judges what a track agrees on. It may be one of a format that
    /// is known, or what a followed plate says in truth where others of its readings have a digit for a letter.
    private func mayVote(_ reading: PlateReading) -> Bool {
        guard reading.sureness >= settings.plausibility.minimumConfidence, let text = reading.best?.text else {
            return false
        }
        return reader.formats.knows(text) || smoother.follows(reading.region.box, at: reading.time)
    }

    /// The largest of the picture, or of each lane: the first one that it lies in.
    private func largest(
        of readings: [PlateReading], in image: LumaImage, into recognition: inout Recognition
    ) -> [PlateReading] {
        func lane(_ reading: PlateReading) -> String? {
            lanesInOrder.holding(reading.region.box.centre, width: image.width, height: image.height).first?.name
        }
        let byLane = Dictionary(grouping: readings, by: lane)
        return readings.filter { reading in
            let rivals = byLane[lane(reading)] ?? []
            if reading == rivals.max(by: { $0.region.box.area < $1.region.box.area }) { return true }
            recognition.reject(reading, .notLargest)
            return false
        }
    }
}
