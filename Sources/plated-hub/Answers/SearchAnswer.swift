import Answers
import History
import Records

/// What a search found, as it is printed.
struct SearchAnswer {
    let page: Page
    let period: PeriodOptions
    let blindness: Blindness
    let zone: LocalZone

    private var events: [PlateEvent] {
        page.records.compactMap { record in
            guard case .plate(let event) = record.record else { return nil }
            return event
        }
    }

    func text(_ format: OutputFormat) -> String {
        let events = EventTable(zone: zone)
        switch format {
        case .table:
            let table = page.records.isEmpty ? "No plate was found.\n" : events.table(self.events)
            return table + notes.map { $0 + "\n" }.joined()
        case .json: return json + "\n"
        case .csv: return events.csv(self.events)
        }
    }

    /// What is no row of the answer.
    var notes: [String] {
        let more = page.next.map { "There are more: --after \($0)" }
        return [more].compactMap { $0 } + blindness.sentences
    }

    private var json: String {
        var object = JSONObject()
        object.add("schema", "plated.search/1")
        object.add("from", period.from?.earliest, in: zone)
        object.add("to", period.to?.latest, in: zone)
        // Lines of the log.
        object.add("events", json: JSONObject.list(page.records.map { String(decoding: $0.told, as: UTF8.self) }))
        object.add("next", page.next?.description)
        object.add("blind", json: blindness.json)
        object.add("unread_logs", json: blindness.unreadLogsJSON)
        return object.text
    }
}
