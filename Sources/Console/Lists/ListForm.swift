import Rules

/// An entry of a list as it is typed: what it says, and what is wrong with it by field.
struct ListForm {
    /// Nil where something is wrong.
    let entry: ListEntry?
    let problems: [String: String]

    /// - Parameter cameras: those there are; empty where none is known yet.
    init(_ typed: Fields, cameras: [String]) {
        var problems: [String: String] = [:]
        var entry = typed["plate"].flatMap { ListEntry($0) }
        if entry == nil { problems["plate"] = "A plate \(ListEntry.rule)." }
        entry?.note = (typed["note"] ?? "").trimmed
        entry?.owner = (typed["owner"] ?? "").trimmed
        for (name, place) in [("from", \ListEntry.from), ("until", \ListEntry.until)] {
            guard let text = typed[name].map({ $0.trimmed }), !text.isEmpty else { continue }
            entry?[keyPath: place] = text
        }
        let chosen = (typed["cameras"] ?? "").split { " ,".contains($0) }.map(String.init)
        if let strange = chosen.first(where: { !cameras.contains($0) }), !cameras.isEmpty {
            problems["cameras"] = "There is no camera \(strange): there are \(cameras.joined(separator: ", "))."
        }
        entry?.cameras = chosen
        if let hours = typed["hours"]?.trimmed, !hours.isEmpty {
            entry?.hours = WeeklyHours(hours)
            if entry != nil, entry?.hours == nil { problems["hours"] = "Hours are written as \(WeeklyHours.example)." }
        }
        self.entry = problems.isEmpty ? entry : nil
        self.problems = problems
    }

    /// The fields of the page, as they were typed.
    static func values(_ typed: Fields, wrong: [String: String] = [:]) -> Pages.Values {
        var values: Pages.Values = [:]
        for name in ListColumn.allCases.map(\.rawValue) {
            values[name] = typed[name] ?? ""
            values["wrong-" + name] = wrong[name] ?? ""
        }
        return values
    }

    /// As an entry stands in its list.
    static func fields(_ entry: ListEntry) -> Fields {
        var fields = Fields()
        for column in ListColumn.allCases { fields.set(column.rawValue, entry[column]) }
        return fields
    }
}
