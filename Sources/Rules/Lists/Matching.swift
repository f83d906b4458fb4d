import Answers
import Delivery
import Logging
import Records
import Synchronization

/// Writes down what the lists have of each plate that is read, in a log of the hub's own.
package final class Matching: Destination {
    package let most = 64

    private let lists: ListWatch
    private let log: HubLog
    private let talk: Logger
    /// Cameras of which it was said that no list has anything of them.
    private let hidden = Mutex<Set<String>>([])

    package init(_ lists: ListWatch, log: HubLog, talk: Logger) {
        self.lists = lists
        self.log = log
        self.talk = talk
    }

    /// As it is handed what the history stores.
    package func asInner() -> InnerDestination {
        InnerDestination("lists", schemas: [PlateEvent.schema], destination: self)
    }

    package func deliver(_ parcels: [Parcel]) async -> Delivered {
        let matcher = lists.current.matcher
        var records: [MatchRecord] = []
        for parcel in parcels {
            guard let event = parcel.plate else { continue }
            tellHidden(event, matcher)
            records += matcher.records(of: event)
        }
        if let reason = await log.append(records) {
            return Delivered(count: 0, trouble: Trouble(.again(after: nil), reason))
        }
        return Delivered(count: parcels.count)
    }

    /// Where plates are pseudonyms, nobody may wonder why nothing is ever found.
    private func tellHidden(_ event: PlateEvent, _ matcher: ListMatcher) {
        guard event.plate.hasPrefix(Pseudonyms.mark), !matcher.lists.isEmpty,
            hidden.withLock({ $0.insert(event.camera).inserted })
        else { return }
        talk.notice("\(event.camera.shown) writes pseudonyms in place of plates: no list has anything of them")
    }
}

extension ListMatcher {
    /// Of one list; who is told of more is told nothing.
    private static let mostOfAList = 3

    /// What is written down of an event: of each list the surest few, the surest first.
    package func records(of event: PlateEvent) -> [MatchRecord] {
        var counts: [String: Int] = [:]
        return matches(of: event).compactMap { match in
            let number = counts[match.list, default: 0]
            guard number < Self.mostOfAList else { return nil }
            counts[match.list] = number + 1
            return MatchRecord(
                id: MatchRecord.id(of: event, list: match.list, number: number), time: event.time, camera: event.camera,
                event: event.id, plate: event.plate, list: match.list, kind: match.kind.rawValue, way: match.how,
                entry: match.entry.plate, chance: match.chance, note: match.entry.note.isEmpty ? nil : match.entry.note,
                lane: event.lane)
        }
    }
}
