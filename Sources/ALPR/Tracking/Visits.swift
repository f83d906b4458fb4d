import Plates

/// The vehicles that were reported: each makes one event a visit.
///
/// A visit goes on while its vehicle is followed. It is over when the vehicle was seen to leave: whoever comes back is reported again.
/// One that vanishes in the middle of the picture is expected back for as long as the window says, wherever it is found again; and for a
/// day where it stood. Each lane has its own visits: what went in may come out at once.
struct Visits: Sendable {
    /// A plate that a track agrees on, and where that track came from.
    struct Arrival {
        var plate: ReadPlate
        var lane: String?
        /// Where and when it was found first.
        var firstBox: Box
        var firstSeen: Timestamp
        /// Where it is.
        var box: Box
    }

    enum Verdict: Equatable {
        /// - Parameter left: when the vehicle was seen to leave before, where it was.
        case new(left: Timestamp?)
        /// The visit goes on.
        case again(Int)
        /// The text is nearly another vehicle's: more looks tell whether it is misread.
        case unsure
    }

    private struct Visit: Sendable {
        let id: Int
        var plate: ReadPlate
        var lane: String?
        /// The track that follows it; nil where it is out of sight.
        var track: Int?
        /// Where it was seen last; nil where that is not known.
        var box: Box?
        /// Where it should be a moment later.
        var boxAhead: Box?
        var lastSeen: Timestamp
        /// Whether it was seen to leave.
        var hasLeft = false
        /// Whether it may stand in the first pictures: this run has not seen it yet.
        var isOfEarlierRun = false
    }

    /// What is lost at the picture's edge and seen again so soon has not left.
    private static let edgeTime = Duration.seconds(2)
    /// A track that ends and one that begins within this time may be of one vehicle on its way.
    private static let courseTime = Duration.seconds(2)
    /// How long a vehicle is known again where it stood, and one that left by its text.
    static let memory = Duration.seconds(86_400)
    /// After the start, what stands there has stood there before.
    private static let startTime = Duration.seconds(10)
    /// More than a camera sees in a cooldown's time: beyond that, the ones not seen for longest go.
    private static let most = 1000

    /// How long after its last sighting a vehicle that vanished in the middle of the picture is expected back.
    let window: Duration
    private var visits: [Visit] = []
    private var nextID = 1
    /// When the first frame came.
    private var start: Timestamp?

    init(window: Duration) {
        self.window = window
    }

    /// Whether the plate may be reported now.
    ///
    /// - Parameter tracks: that are followed.
    func verdict(on arrival: Arrival, among tracks: [Track]) -> Verdict {
        guard window > .zero else { return .new(left: nil) }
        var left: Timestamp?
        var isUnsure = false
        for visit in visits.reversed() where visit.lane == arrival.lane {
            let visit = current(visit, among: tracks)
            let nearness = nearness(of: arrival, to: visit)
            let isTheSameText = visit.plate.text.likeness(to: arrival.plate.text) == .same
            if visit.hasLeft, arrival.firstSeen - visit.lastSeen >= Self.edgeTime {
                if isTheSameText { left = max(left ?? visit.lastSeen, visit.lastSeen) }
                continue
            }
            guard isExpected(visit, by: arrival, nearness), visit.plate.isOneVehicle(with: arrival.plate, nearness)
            else { continue }
            // Another look may tell two apart.
            if isTheSameText || nearness == .onItsPlace { return .again(visit.id) }
            isUnsure = true
        }
        return isUnsure ? .unsure : .new(left: left)
    }

    /// Notes that a vehicle is reported, and returns its visit.
    mutating func begin(_ plate: ReadPlate, in lane: String?, track: Track) {
        guard window > .zero else { return }
        if visits.count >= Self.most {
            visits.sort { ($0.track == nil ? 0 : 1, $0.lastSeen) < ($1.track == nil ? 0 : 1, $1.lastSeen) }
            visits.removeFirst(Self.most / 4)
        }
        visits.append(
            Visit(
                id: nextID, plate: plate, lane: lane, track: track.id, box: track.box, lastSeen: track.lastSeen))
        nextID += 1
    }

    /// Notes that a track is the vehicle of a visit.
    mutating func goesOn(_ id: Int, as track: Track) {
        guard let index = visits.firstIndex(where: { $0.id == id }) else { return }
        visits[index].track = track.id
        visits[index].hasLeft = false
        visits[index].isOfEarlierRun = false
    }

    /// Notes that a track has ended.
    mutating func ended(_ track: Track, hasLeft: Bool) {
        for index in visits.indices where visits[index].track == track.id {
            visits[index] = current(visits[index], among: [track])
            visits[index].track = nil
            visits[index].hasLeft = hasLeft
        }
        visits.removeAll { $0.track == nil && track.lastSeen - $0.lastSeen >= Self.memory }
    }

    /// Takes a plate that an earlier run has reported for its own.
    mutating func remember(_ reported: ReportedPlate) {
        guard window > .zero else { return }
        if let index = visits.firstIndex(where: { $0.lane == reported.lane && $0.plate.text == reported.text }) {
            return visits[index].lastSeen = max(visits[index].lastSeen, reported.lastSeen)
        }
        var visit = Visit(
            id: nextID, plate: ReadPlate(text: reported.text, isSure: false), lane: reported.lane,
            lastSeen: reported.lastSeen)
        visit.isOfEarlierRun = true
        visits.append(visit)
        nextID += 1
    }

    /// Notes that a frame has come.
    mutating func saw(_ time: Timestamp) { start = start ?? time }

    var count: Int { visits.count }

    // MARK: - Parts

    private func current(_ visit: Visit, among tracks: [Track]) -> Visit {
        guard let track = tracks.first(where: { $0.id == visit.track }) else { return visit }
        var visit = visit
        visit.box = track.box
        visit.boxAhead = track.predictedBox(at: track.lastSeen + .seconds(1))
        visit.lastSeen = track.lastSeen
        return visit
    }

    /// Whether a vehicle that is not followed any more may be back.
    private func isExpected(_ visit: Visit, by arrival: Arrival, _ nearness: ReadPlate.Nearness) -> Bool {
        if visit.track != nil || arrival.firstSeen - visit.lastSeen < window { return true }
        guard arrival.firstSeen - visit.lastSeen < Self.memory else { return false }
        return nearness == .onItsPlace
    }

    private func nearness(of arrival: Arrival, to visit: Visit) -> ReadPlate.Nearness {
        if visit.isOfEarlierRun {
            let isAtStart = start.map { arrival.firstSeen - $0 < Self.startTime } ?? false
            return isAtStart && Self.isSamePlace(arrival.firstBox, arrival.box) ? .onItsPlace : .apart
        }
        guard let box = visit.box else { return .apart }
        if visit.track != nil, visit.lastSeen >= arrival.firstSeen {
            return box.overlap(arrival.box) > 0 ? .onItsPlace : .toldApart
        }
        if !visit.hasLeft, Self.isSamePlace(box, arrival.firstBox) { return .onItsPlace }
        let places = [box, visit.boxAhead ?? box]
        let isOnCourse = places.contains { place in
            place.centre.distance(to: arrival.firstBox.centre) < 1.5 * place.width
                && (0.5...2).contains(arrival.firstBox.height / max(1, place.height))
        }
        let pause = arrival.firstSeen - visit.lastSeen
        return isOnCourse && pause >= .zero && pause < Self.courseTime ? .onItsPlace : .apart
    }

    /// Whether a vehicle stands at a place and not beside it: none comes to a stop so exactly where another stood.
    private static func isSamePlace(_ one: Box, _ other: Box) -> Bool {
        one.centre.distance(to: other.centre) <= 0.5 * max(one.height, other.height)
            && (0.8...1.25).contains(one.width / max(1, other.width))
    }
}
