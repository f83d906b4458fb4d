import Basics
import Delivery
import Records

/// What became of a door whose button somebody pressed.
public enum HandOpening: Equatable, Sendable {
    case opened
    /// With the reason, without a plate in it.
    case failed(String)
    /// The button was pressed a moment ago, or too often.
    case tooSoon
    /// It cannot be written down who opens it: it stays closed.
    case unwritable(String)
    /// There is no such door, or it has no button.
    case unknown
}

extension DoorKeeper {
    /// Between two presses, and how many there may be in a minute.
    private static let presses: (pause: Duration, most: Int) = (.seconds(3), 10)
    /// Nobody waits longer before a page.
    private static let patience = Duration.seconds(5)

    /// Opens a door for somebody who pressed its button. Lists, hours and visits have no part in that.
    ///
    /// - Parameters:
    ///   - user: who, for the record.
    ///   - note: what they say of it.
    package func open(_ name: String, for user: String, note: String?) async -> HandOpening {
        guard let place = place(of: name), doors[place].settings.hasButton else { return .unknown }
        guard start != nil else { return .failed("the hub has just begun") }
        let now = clocks.stopwatch()
        doors[place].presses.removeAll { now - $0 >= .seconds(60) }
        let isTooSoon = doors[place].presses.last.map { now - $0 < Self.presses.pause } ?? false
        guard !isTooSoon, doors[place].presses.count < Self.presses.most else { return .tooSoon }
        doors[place].presses.append(now)
        let settings = doors[place].settings
        let time = clocks.now()
        let opening = OpeningRecord(
            id: OpeningRecord.id(at: time), time: time, camera: settings.cameras.first ?? "", door: name, state: .asked,
            until: WallTime(milliseconds: time.milliseconds + min(settings.within, Self.patience).milliseconds),
            user: user,
            note: note.flatMap { $0.isEmpty ? nil : $0 })
        if let trouble = await log.append([opening]) {
            // It may wait for the log, and stand there soon: behind it stands what became of it. Where neither is kept, there is nothing to end.
            var end = opening
            end.id = opening.last
            end.time = clocks.now()
            end.state = .failed
            end.reason = "it could not be written down in time"
            _ = await log.append([end])
            return .unwritable(trouble)
        }
        let record = await begin(asking: place, for: opening).value
        return record.state == .opened ? .opened : .failed(record.reason ?? "")
    }
}
