import Basics
import Records

/// Visits that began before the hub did.
extension DoorKeeper {
    /// So many days are walked back at most: a visit may be as long as a day, and somebody comes every day.
    private static let mostDays = 31

    func remember(_ opening: OpeningRecord) {
        guard let place = place(of: opening.door), let plate = opening.plate else { return }
        switch opening.state {
        case .asked, .opened:
            let reading = DoorVisits.Reading(plate, at: opening.time, camera: opening.camera)
            doors[place].visits.begin(reading, with: opening.opening)
        case .failed: doors[place].visits.end(plate, with: opening.opening)
        default: break
        }
    }

    /// Whether the visit of a plate has gone on since before the hub started: its readings are in the history.
    func stillThere(_ reading: DoorVisits.Reading, at place: Int) async throws -> Bool {
        let settings = doors[place].settings
        // Whoever was on a visit then and still is has been seen since.
        guard let start, clocks.stopwatch() - start <= settings.visit else { return false }
        if doors[place].visits.last(reading.plate) == nil { try await lookFurtherBack(for: reading, at: place) }
        guard let last = doors[place].visits.last(reading.plate), last < reading.time else { return false }
        for time in try await memory.readings(reading.plate, settings.cameras, last..<reading.time) {
            _ = doors[place].visits.goesOn(DoorVisits.Reading(reading.plate, at: time))
        }
        return doors[place].visits.goesOn(reading)
    }

    /// Finds the opening of a vehicle that has stood there since before what is looked at when the hub starts.
    private func lookFurtherBack(for reading: DoorVisits.Reading, at place: Int) async throws {
        let settings = doors[place].settings
        let longest = settings.visit.milliseconds
        var first = reading.time
        walk: for _ in 0..<Self.mostDays {
            let from = WallTime(milliseconds: first.milliseconds - max(longest, Self.memory))
            let times = try await memory.readings(reading.plate, settings.cameras, from..<first)
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
        guard doors[place].visits.last(reading.plate) == nil else { return }
        for opening in openings.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) })
        where opening.door == settings.name && opening.plate == reading.plate && opening.time < reading.time {
            remember(opening)
        }
    }
}
