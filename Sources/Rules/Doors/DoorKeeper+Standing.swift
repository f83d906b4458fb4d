import Basics
import Records

/// Visits that began before the hub did.
extension DoorKeeper {
    /// So many days are walked back at most: a visit may be as long as a day, and somebody comes every day.
    private static let mostDays = 31

    func remember(_ opening: OpeningRecord) {
        guard let place = place(of: opening.door), let plate = opening.plate else { return }
        switch opening.state {
        case .asked, .opened: doors[place].visits.begin(plate, at: opening.time, with: opening.opening)
        case .failed: doors[place].visits.end(plate, with: opening.opening)
        default: break
        }
    }

    /// Whether the visit of a plate has gone on since before the hub started: its readings are in the history.
    func stillThere(_ event: PlateEvent, at place: Int, _ isListed: Bool) async throws -> Bool {
        let settings = doors[place].settings
        // Whoever was on a visit then and still is has been seen since.
        guard let start, clocks.stopwatch() - start <= settings.visit else { return false }
        if doors[place].visits.last(event.plate) == nil { try await lookFurtherBack(for: event, at: place) }
        guard let last = doors[place].visits.last(event.plate), last < event.time else { return false }
        for time in try await memory.readings(event.plate, settings.cameras, last..<event.time) {
            _ = doors[place].visits.goesOn(event.plate, at: time)
        }
        return doors[place].visits.goesOn(event.plate, at: event.time, isListed: isListed)
    }

    /// Finds the opening of a vehicle that has stood there since before what is looked at when the hub starts.
    private func lookFurtherBack(for event: PlateEvent, at place: Int) async throws {
        let settings = doors[place].settings
        let longest = settings.visit.milliseconds
        var first = event.time
        walk: for _ in 0..<Self.mostDays {
            let from = WallTime(milliseconds: first.milliseconds - max(longest, Self.memory))
            let times = try await memory.readings(event.plate, settings.cameras, from..<first)
            if times.isEmpty { break }
            for time in times.reversed() {
                guard first.milliseconds - time.milliseconds <= longest else { break walk }
                first = time
            }
        }
        // Those of the last day are known.
        guard first.milliseconds < clocks.now().milliseconds - Self.memory else { return }
        let openings = try await memory.openings(WallTime(milliseconds: first.milliseconds - longest))
        // Another reading may have been considered meanwhile.
        guard doors[place].visits.last(event.plate) == nil else { return }
        for opening in openings.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) })
        where opening.door == settings.name && opening.plate == event.plate && opening.time < event.time {
            remember(opening)
        }
    }
}
