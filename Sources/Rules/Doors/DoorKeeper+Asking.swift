import Basics
import Delivery
import Logging
import Records

/// Asking a door to open.
extension DoorKeeper {
    /// Between two attempts at a door that takes nothing.
    private static let pauses: (first: Duration, longest: Duration) = (.milliseconds(200), .seconds(2))

    /// Asks in a task of its own. It stands in the log already that it is asked.
    @discardableResult
    func begin(asking place: Int, for opening: OpeningRecord) -> Task<OpeningRecord, Never> {
        let door = doors[place]
        let task = Task { await finish(ask(door, opening), after: opening) }
        asking[opening.opening] = task
        return task
    }

    /// Asks a door until it takes that, or until it is too late.
    private func ask(_ door: Door, _ opening: OpeningRecord) async -> OpeningRecord {
        var record = opening
        record.id = opening.last
        record.state = .failed
        record.reason = "there was no time left"
        // From here on by a clock that nobody sets.
        let left = min(
            door.settings.within, .milliseconds(opening.until.milliseconds - clocks.now().milliseconds))
        let end = clocks.stopwatch() + left
        var pause = Self.pauses.first
        while clocks.stopwatch() < end, !Task.isCancelled, let parcel = Parcel(hub: hub, opening: opening) {
            guard let result = await hand(parcel, to: door.destination, until: end) else {
                record.reason = "no answer within \(door.settings.within.milliseconds) ms"
                break
            }
            if result.count > 0 {
                record.state = .opened
                record.reason = nil
                break
            }
            record.reason = result.trouble?.reason
            guard case .again? = result.trouble?.verdict else { break }
            do { try await clocks.pause(pause) } catch { break }
            pause = min(pause * 2, Self.pauses.longest)
        }
        record.time = clocks.now()
        return record
    }

    private func finish(_ record: OpeningRecord, after opening: OpeningRecord) async -> OpeningRecord {
        let who = opening.event.map { "the event \($0) of \(opening.camera)" } ?? opening.user ?? ""
        if record.state == .opened {
            let took = record.time.milliseconds - opening.time.milliseconds
            talk.info("\(record.door) opens for \(who), \(took) ms after it was asked")
        } else {
            talk.error(
                "\(record.door) does not open for \(who): \(record.reason ?? ""); it is not asked again for this")
        }
        ended(record)
        // The door has done what it does: where this cannot be written, that it was asked still stands there.
        if let trouble = await log.append([record]) { talk.error("\(trouble)") }
        await considerNext(after: opening)
        asking[opening.opening] = nil
        return record
    }

    /// - Returns: nil where it took too long.
    private func hand(
        _ parcel: Parcel, to destination: any Destination, until end: ContinuousClock.Instant
    ) async -> Delivered? {
        let left = end - clocks.stopwatch()
        let timer = clocks.timer
        return await withTaskGroup(of: Delivered?.self) { group in
            group.addTask { await destination.deliver([parcel]) }
            group.addTask {
                do { try await timer(left) } catch {}
                return nil
            }
            let first: Delivered? = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            // It may have said yes by then, and be busy with the rest of its answer: it has opened.
            let late: Delivered? = await group.next() ?? nil
            return (late?.count ?? 0) > 0 ? late : nil
        }
    }
}
