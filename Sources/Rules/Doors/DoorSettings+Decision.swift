import Answers
import Basics
import Records

/// What a door does about an event.
enum DoorDecision: Equatable, Sendable {
    /// The event is nothing to it.
    case nothing
    /// - Parameter list: the one that lets the plate in, or denies it; nil where there is none.
    case withheld(list: String?, reason: DoorRefusal)
    case open(list: String)
}

extension DoorSettings {
    /// No clock of a machine that runs this shows less: 1 January 2026.
    private static let earliest = WallTime(milliseconds: 1_767_225_600_000)

    /// Of what is older than a day nobody asks why nothing opened, such as what a new hub finds in its logs.
    private static let forgotten: Int64 = 86_400_000

    /// What the door does about an event, apart from visits. In doubt it stays closed.
    ///
    /// - Parameter isSet: whether `now` may be the right time.
    func decision(
        on event: PlateEvent, lists: ListWatch.State, at now: WallTime, isSet: Bool = true
    ) -> DoorDecision {
        // Of a pseudonym no list has anything, and the log says so.
        guard cameras.contains(event.camera), !event.plate.hasPrefix(Pseudonyms.mark) else { return .nothing }
        let found = lists.matcher.found(for: event).filter { $0.how != .nearest }
        let zone = lists.matcher.zone
        func obstacle(_ match: ListMatch) -> ListObstacle? {
            match.entry.obstacle(for: event.camera, at: event.time, zone: zone)
        }
        let denied = found.first { $0.kind == .deny && obstacle($0) == nil }
        let known = found.filter { $0.kind == .allow && self.lists.contains($0.list) }
        let allowed = known.filter { obstacle($0) == nil }
        let age = now.milliseconds - event.time.milliseconds
        let isSet = isSet && now >= Self.earliest
        let isInTime = isSet && abs(age) <= within.milliseconds
        guard let first = allowed.first else {
            // Of strangers, and of others that have no business here, it is told while they stand there.
            guard isInTime, fitsLane(event), fitsMovement(event) else { return .nothing }
            if let denied { return .withheld(list: denied.list, reason: .denied) }
            guard let entry = known.first, let reason = obstacle(entry) else {
                return .withheld(list: nil, reason: .stranger)
            }
            return .withheld(list: entry.list, reason: .entry(reason))
        }
        if age > Self.forgotten { return .nothing }
        func withheld(_ reason: DoorRefusal) -> DoorDecision { .withheld(list: first.list, reason: reason) }
        if !isSet || -age > within.milliseconds { return withheld(.clock) }
        if age > within.milliseconds { return withheld(.late) }
        if let denied { return .withheld(list: denied.list, reason: .denied) }
        if !fitsLane(event) { return withheld(.lane) }
        if !fitsMovement(event) { return withheld(.movement) }
        if let hours, !hours.contains(zone.clock(at: event.time)) { return withheld(.hours) }
        if let file = lists.broken.first(where: Self.mayDeny) { return withheld(.unreadable(file: file)) }
        guard let sound = allowed.first(where: { !lists.broken.contains($0.file) }) else {
            return withheld(.unreadable(file: first.file))
        }
        // Also where it is no number.
        if !(event.confidence >= confidence) { return withheld(.unsure) }
        return .open(list: sound.list)
    }

    private func fitsLane(_ event: PlateEvent) -> Bool { lanes.isEmpty || event.lane.map(lanes.contains) == true }

    private func fitsMovement(_ event: PlateEvent) -> Bool {
        movements.isEmpty || (event.direction?.movement.rawValue).map(movements.contains) == true
    }

    /// Whether plates may be denied in a file: also where its name says no list, since somebody may have meant one.
    private static func mayDeny(_ file: String) -> Bool {
        let kind = PlateList.parts(ofFileName: file)?.kind
        return kind != .allow && kind != .wanted
    }
}
