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
                DestinationAnswer(report).state(zone),
            ])
        }
        // What keeps one from being reached stands in its row.
        let troubles = destinations.filter { !DestinationAnswer($0).isAway }.compactMap { report in
            report.state?.trouble.map { "\(report.name): \($0)".shown + "\n" }
        }
        let refused = destinations.flatMap(\.letters.newest).map { letter in
            let when = zone.text(letter.time)
            return "\(letter.destination): \(letter.id) of \(letter.camera), \(when): \(letter.reason)".shown + "\n"
        }
        return "\n" + table.text + (troubles.isEmpty ? "" : "\nWhat destinations said last:\n" + troubles.joined())
            + (refused.isEmpty ? "" : "\nWhat they refused, the newest:\n" + refused.joined())
    }
}
