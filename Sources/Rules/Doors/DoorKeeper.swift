import Answers
import Basics
import Delivery
import Logging
import Records

/// Opens doors for the plates that their lists let in: at once, once a visit, and never for what waited. In doubt a door stays closed.
///
/// That a door is asked is on disk before it is: after a kill it is not asked again for the same event.
package actor DoorKeeper: Destination {
    package nonisolated let most = 64

    /// More than what a kill repeats.
    private static let mostDone = 20_000
    /// How far back it is looked for visits that may still go on.
    static let memory: Int64 = 86_400_000

    private let lists: ListWatch
    /// What opens the doors.
    package nonisolated let links: [DoorLink]
    let log: HubLog
    let hub: String
    let talk: Logger
    let memory: DoorMemory
    let clocks: DoorClocks
    var doors: [Door]
    /// Identifiers of what was done already, in this run and before it.
    private var done: Set<String> = []
    /// Those that were to be asked for and could not be written down.
    private var unwritten: Set<String> = []
    /// When it began; nil before that.
    private(set) var start: ContinuousClock.Instant?
    /// Doors that are being asked.
    var asking: [String: Task<OpeningRecord, Never>] = [:]
    /// Openings of which it is not known yet whether the door takes them.
    var underway: Set<String> = []
    /// By such an opening the last reading of its vehicle that came meanwhile: what becomes of it is decided once that is known.
    private var next: [String: PlateEvent] = [:]

    /// - Throws: all that is wrong with how doors are reached.
    package init(
        _ doors: [DoorSettings], lists: ListWatch, log: HubLog, memory: DoorMemory, secrets: SecretPlace, hub: String,
        talk: Logger, clocks: DoorClocks
    ) throws {
        var attempts = Attempts()
        let open = doors.compactMap { settings in
            attempts.attempt { Door(settings, try settings.open(secrets: secrets, hub: hub, talk: talk)) }
        }
        try attempts.check()
        self.doors = open
        links = open.map { DoorLink($0.settings.name, $0.destination) }
        self.lists = lists
        self.log = log
        self.memory = memory
        self.hub = hub
        self.talk = talk
        self.clocks = clocks
    }

    /// As it is handed what the history stores.
    package nonisolated func asInner() -> InnerDestination {
        InnerDestination("doors", schemas: [PlateEvent.schema], destination: self)
    }

    // MARK: - Beginning and end

    package func begin() async {
        guard start == nil else { return }
        start = clocks.stopwatch()
        for door in doors { await door.destination.begin() }
        var openings: [OpeningRecord] = []
        do {
            openings = try await memory.openings(WallTime(milliseconds: clocks.now().milliseconds - Self.memory))
        } catch {
            talk.warning("\(error); who came before midnight may be let in twice")
        }
        // The history may not have the last ones yet.
        for case .opening(let opening) in await log.records() { openings.append(opening) }
        for opening in openings.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
            done.insert(opening.opening)
            remember(opening)
        }
    }

    package func end() async {
        for task in asking.values { task.cancel() }
        // One that was about to begin another is waited for with that.
        while let task = asking.values.first {
            task.cancel()
            _ = await task.value
        }
        for door in doors { await door.destination.end() }
    }

    func place(of door: String) -> Int? { doors.firstIndex { $0.settings.name == door } }

    // MARK: - For plates

    package func deliver(_ parcels: [Parcel]) async -> Delivered {
        for (index, parcel) in parcels.enumerated() {
            guard let event = parcel.plate else { continue }
            let state = lists.current
            for place in doors.indices {
                if let reason = await consider(event, at: place, state) {
                    return Delivered(count: index, trouble: Trouble(.again(after: nil), reason))
                }
            }
        }
        return Delivered(count: parcels.count)
    }

    /// - Returns: why it cannot be known or written down what becomes of it: the door stays closed then, until it can.
    private func consider(_ event: PlateEvent, at place: Int, _ lists: ListWatch.State) async -> String? {
        let settings = doors[place].settings
        let now = clocks.now()
        let decision = settings.decision(on: event, lists: lists, at: now, isSet: clocks.isSet(now))
        let id = OpeningRecord.id(of: event, door: settings.name)
        guard decision != .nothing, !done.contains(id) else { return nil }
        var opening = OpeningRecord(
            id: id, time: now, camera: event.camera, door: settings.name, state: .asked,
            until: WallTime(milliseconds: min(now, event.time).milliseconds + settings.within.milliseconds),
            event: event.id, plate: event.plate)
        // Whatever becomes of this reading, the vehicle is still there.
        let exact = lists.matcher.found(for: event).filter { $0.how == .exact }
        let isListed = exact.contains { $0.kind == .allow }
        let reading = DoorVisits.Reading(event, isListed: isListed)
        var isOnVisit = doors[place].visits.goesOn(reading)
        switch decision {
        case .nothing: return nil
        case .withheld(let list, let reason):
            opening.list = list
            return await refuse(
                opening, at: place, DoorVisits.Reading(event, isListed: !exact.isEmpty), because: reason)
        case .open(let list):
            opening.list = list
            do {
                if !isOnVisit { isOnVisit = try await stillThere(reading, at: place) }
            } catch {
                return "\(error)"
            }
            // Another reading of the vehicle, or this one, may have been considered meanwhile.
            if done.contains(id) || underway.contains(id) { return nil }
            isOnVisit = isOnVisit || doors[place].visits.goesOn(reading)
            if isOnVisit {
                let visit = doors[place].visits.opening(reading)
                if let visit, underway.contains(visit) {
                    // Nothing has opened yet. Where nothing does, this is the reading that tries anew: another one may not come.
                    if next[visit].map({ $0.time <= event.time }) ?? true { next[visit] = event }
                    return nil
                }
                return await refuse(
                    opening, at: place, DoorVisits.Reading(event, isListed: !exact.isEmpty), because: .visit)
            }
            unwritten.insert(id)
            // Before anything is waited for: another reading of the vehicle may be considered meanwhile.
            doors[place].visits.begin(reading, with: id)
            underway.insert(id)
            if let trouble = await log.append([opening]) {
                underway.remove(id)
                doors[place].visits.end(event.plate, with: id)
                return trouble
            }
            settle(id)
            // However long that takes, other doors and other vehicles do not wait for it.
            begin(asking: place, for: opening)
        }
        return nil
    }

    /// Decides on the reading that came while a door was asked.
    ///
    /// The courier is past it, so what cannot be written down is tried again here: it opens nothing once it is too old.
    func considerNext(after opening: OpeningRecord) async {
        underway.remove(opening.opening)
        guard let place = place(of: opening.door) else { return }
        var last = opening.opening
        while !Task.isCancelled, let event = next.removeValue(forKey: last) {
            while let trouble = await consider(event, at: place, lists.current) {
                talk.warning("\(opening.door), for a reading that came while it was asked: \(trouble)")
                do { try await clocks.pause(.seconds(2)) } catch { return }
            }
            last = OpeningRecord.id(of: event, door: opening.door)
            // Where the door is asked for it, what came meanwhile waits for that.
            if underway.contains(last) { return }
        }
        next[last] = nil
    }

    private func settle(_ id: String) {
        unwritten.remove(id)
        // Long ago is nothing that could come again: the courier is past it.
        if done.count >= Self.mostDone { done.removeAll() }
        done.insert(id)
    }

    /// Writes down why a door stays closed: of a visit once.
    ///
    /// - Parameter reading: listed where this very text stands on a list, of whatever kind.
    private func refuse(
        _ opening: OpeningRecord, at place: Int, _ reading: DoorVisits.Reading, because reason: DoorRefusal
    ) async -> String? {
        var opening = opening
        opening.state = .withheld
        opening.reason = reason.words
        let nobody = DoorVisits(length: doors[place].visits.length)
        let wasAsked = unwritten.contains(opening.opening)
        if wasAsked {
            // It stands in the log, or soon will, that the door is asked: here is what became of that.
            opening.state = .failed
            opening.id = opening.last
        } else if doors[place].told[reason.words, default: nobody].goesOn(reading) {
            return nil
        }
        doors[place].told[reason.words, default: nobody].begin(reading)
        if let trouble = await log.append([opening]) {
            doors[place].told[reason.words]?.end(reading.plate, with: "")
            return trouble
        }
        settle(opening.opening)
        let event = (opening.event ?? "").shown
        talk.info("\(opening.door) stays closed for the event \(event) of \(opening.camera): \(reason.words)")
        return nil
    }

    func ended(_ opening: OpeningRecord) {
        guard opening.state != .opened, let plate = opening.plate, let place = place(of: opening.door) else { return }
        doors[place].visits.end(plate, with: opening.opening)
    }
}
