import Answers
import Delivery
import History
import Records

extension StatusAnswer {
    var destinationText: String {
        guard !destinations.isEmpty else { return "" }
        var table = TextTable([
            "destination", "leads to", "waiting", "oldest", "delivered", "refused", "expired", "state",
        ])
        for report in destinations {
            table.add([
                report.name, "\(report.type) \(report.place)", "\(report.waiting)", report.oldest.map(zone.text) ?? "",
                "\(report.state?.delivered ?? 0)", "\(report.letters.count)", "\(report.state?.expired ?? 0)",
                state(of: report),
            ])
        }
        let troubles = destinations.compactMap { report in
            report.state?.trouble.map { "\(report.name): \($0)".shown + "\n" }
        }
        let refused = destinations.flatMap(\.letters.newest).map { letter in
            let when = zone.text(letter.time)
            return "\(letter.destination): \(letter.id) of \(letter.camera), \(when): \(letter.reason)".shown + "\n"
        }
        return "\n" + table.text + (troubles.isEmpty ? "" : "\nWhat destinations said last:\n" + troubles.joined())
            + (refused.isEmpty ? "" : "\nWhat they refused, the newest:\n" + refused.joined())
    }

    private func state(of report: DestinationReport) -> String {
        guard let state = report.state else { return "has not begun" }
        guard let failing = state.failing else { return "well" }
        if state.isStopped { return "stopped since \(zone.text(failing))" }
        let next = state.next.map { ", next at \(zone.text($0))" } ?? ""
        return "failing since \(zone.text(failing)), \(state.attempts) attempts\(next)"
    }

    func json(_ report: DestinationReport) -> String {
        let state = report.state
        var object = JSONObject()
        object.add("name", report.name)
        object.add("type", report.type)
        object.add("place", report.place)
        object.add("waiting", report.waiting)
        object.add("oldest", report.oldest, in: zone)
        object.add("delivered", state?.delivered ?? 0)
        object.add("last_delivered", state?.lastDelivered, in: zone)
        object.add("failing_since", state?.failing, in: zone)
        object.add("attempts", state?.attempts ?? 0)
        object.add("trouble", state?.trouble)
        object.add("next_attempt", state?.next, in: zone)
        object.add("is_stopped", state?.isStopped ?? false)
        object.add("refused", report.letters.count)
        object.add("expired", state?.expired ?? 0)
        return object.text
    }
}
