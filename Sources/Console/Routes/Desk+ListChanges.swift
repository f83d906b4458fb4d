import Answers
import Basics
import HTTPTypes
import Hummingbird
import Logging
import Records
import Rules
import Settings

/// Changing lists, for operators. Each change is recorded before it is made, and made by the one type that writes lists.
extension Desk {
    private static let mostToldProblems = 100

    @Sendable func makeList(_ query: Query) async throws -> Response {
        let name = query.fields["name"]?.trimmed ?? ""
        guard PlateList.isName(name) else {
            return try await listsPage(query, wrong: ["wrong": "A name \(PlateList.nameRule)."], .unprocessableContent)
        }
        guard let kind = query.fields["kind"].flatMap({ ListKind(rawValue: $0) }) else {
            return try await listsPage(
                query, wrong: ["wrong": "Say what it is for: \(ListKind.words)."], .unprocessableContent)
        }
        guard !lists.folder.isThere(name), lists.list(name) == nil else {
            return try await listsPage(
                query, wrong: ["wrong": "There is a list of this name already."], .unprocessableContent)
        }
        if lacksReason(query) {
            return try await listsPage(query, wrong: ["wrong": Self.reasonless.detail], .unprocessableContent)
        }
        try record("list make", [name, kind.rawValue], query)
        do {
            _ = try await lists.change { folder in try folder.change(name, as: kind) { _ in } }
        } catch let problems as Problems {
            return try await listsPage(query, wrong: ["wrong": Self.words(problems)], .conflict)
        }
        tell("makes", name, query)
        return back(to: name, [:], query)
    }

    /// Adds or changes an entry, or takes one out.
    @Sendable func changeList(_ query: Query) async throws -> Response {
        let list = try list(named: query.parts.first ?? "")
        if lacksReason(query) { throw Self.reasonless }
        if query.fields["do"] == "remove" { return try await remove(query.fields["plate"] ?? "", from: list, query) }
        let form = ListForm(query.fields, cameras: try await cameras(query))
        guard let entry = form.entry else {
            return try await page(
                of: list, query, typed: query.fields, wrong: form.problems, .unprocessableContent)
        }
        if entry.neverCounts(in: zone) {
            let wrong = ["until": "Until lies before From: this would never count."]
            return try await page(of: list, query, typed: query.fields, wrong: wrong, .unprocessableContent)
        }
        let old = query.fields["old"].flatMap { ListEntry($0)?.plate }.flatMap { $0 == entry.plate ? nil : $0 }
        try record("list add", [list.name, entry.plate] + (old.map { ["in place of \($0)"] } ?? []), query)
        let addition: ListAddition
        let seen = query.fields["was"]
        do {
            addition = try await lists.change { folder in
                try folder.change(list.name) { list in
                    try ListClash.check(list, entry, old: query.fields["old"], seen: seen)
                    if let old { list.remove(old) }
                    return list.change(entry)
                }
            }
        } catch let clash as ListClash {
            return try await page(
                of: list, query, typed: query.fields, wrong: ["entry": clash.text, "was": clash.now], .conflict)
        } catch let problems as Problems {
            // What only the list as a whole knows to be wrong: dates, and texts that are too long.
            return try await page(
                of: list, query, typed: query.fields, wrong: ["entry": Self.words(problems)], .unprocessableContent)
        }
        tell("changes", list.name, query)
        let done =
            old != nil ? "replaced" : addition == .added ? "added" : addition == .unchanged ? "unchanged" : "replaced"
        return back(to: list.name, ["done": done], query)
    }

    private func remove(_ plate: String, from list: PlateList, _ query: Query) async throws -> Response {
        try record("list remove", [list.name, plate], query)
        do {
            guard try await lists.change({ folder in try folder.change(list.name) { $0.remove(plate) } }) else {
                throw RequestProblem(.notFound, "The list has no such plate any more: somebody took it out meanwhile.")
            }
        } catch let problems as Problems {
            return try await page(of: list, query, problems: Self.unchanged(problems), .conflict)
        }
        tell("changes", list.name, query)
        return back(to: list.name, ["done": "removed"], query)
    }

    // MARK: - Tables

    /// Takes in a table: all of it, or, where anything is wrong with it, nothing.
    @Sendable func importList(_ query: Query) async throws -> Response {
        let list = try list(named: query.parts.first ?? "")
        if lacksReason(query) { throw Self.reasonless }
        guard let text = query.fields["file"] else {
            return try await page(of: list, query, problems: ["Choose a file first."], .unprocessableContent)
        }
        let isAll = query.fields["what"] == "replace"
        let folder = lists.folder
        let table: ListTable
        do {
            table = try await lists.read {
                try ListTable(text, file: "", zone: folder.zone)
            }
        } catch let problems as Problems {
            return try await page(of: list, query, problems: Self.lines(problems), .unprocessableContent)
        }
        guard !table.entries.isEmpty else {
            return try await page(
                of: list, query, problems: ["It has no plate: below the names of the columns comes a line for each."],
                .unprocessableContent)
        }
        try record("list import", [list.name, "\(table.entries.count) plates", isAll ? "replace" : "add"], query)
        let counts: (added: Int, changed: Int)
        do {
            counts = try await lists.change { folder in
                try folder.change(list.name) { list in
                    if isAll { list.entries = [] }
                    return list.merge(table)
                }
            }
        } catch let problems as Problems {
            return try await page(of: list, query, problems: Self.unchanged(problems), .conflict)
        }
        tell("imports \(table.entries.count) plates into", list.name, query)
        return back(
            to: list.name, ["done": "imported", "added": "\(counts.added)", "replaced": "\(counts.changed)"], query)
    }

    /// Takes the whole list away, where its name was typed.
    @Sendable func deleteList(_ query: Query) async throws -> Response {
        let name = query.parts.first ?? ""
        // One of this hub's own that does not count beside the centre's may go.
        if lists.list(name)?.isFromCentre == true, !lists.folder.isThere(name) { throw Self.foreign(name) }
        guard PlateList.isName(name), lists.folder.isThere(name) else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        if lacksReason(query) { throw Self.reasonless }
        guard query.fields["name"]?.trimmed == name else {
            let wrong = "That is not its name. Type \(name), and the list with all its plates is taken away."
            guard let list = lists.list(name) else { throw RequestProblem(.unprocessableContent, wrong) }
            return try await page(of: list, query, wrong: ["delete": wrong], .unprocessableContent)
        }
        try record("list delete", [name], query)
        try await lists.change { try $0.remove(name) }
        tell("takes away", name, query)
        return .seeOther("/lists")
    }

    // MARK: - Parts

    /// - Throws: that there is none, or that its file is broken and nothing is known of it.
    private func list(named name: String) throws -> PlateList {
        if let list = lists.list(name) {
            if list.isFromCentre { throw Self.foreign(name) }
            return list
        }
        guard PlateList.isName(name), lists.current.unknown.contains(where: { $0.hasPrefix(name + ".") }) else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        throw RequestProblem(
            .conflict, "Nothing is known of the list \(name), and nothing is added to it, until its file is mended.")
    }

    /// One line for each.
    private static func lines(_ problems: Problems) -> [String] {
        let told = problems.all.prefix(mostToldProblems).map { problem in
            (problem.line.map { "Line \($0): " } ?? "") + problem.message + "."
        }
        let rest = problems.all.count - told.count
        return told + (rest > 0 ? ["And \(rest) more."] : [])
    }

    /// Of the list's own file, which is as it was.
    private static func unchanged(_ problems: Problems) -> [String] {
        ["Nothing was changed: the list's file has to be mended first."] + lines(problems)
    }

    private static func words(_ problems: Problems) -> String {
        problems.all.map(\.message).joined(separator: "; ") + "."
    }

    private static func foreign(_ name: String) -> RequestProblem {
        RequestProblem(
            .conflict, "The list \(name) comes from the centre that this hub reports to, and is changed there alone.")
    }

    private func back(to list: String, _ values: KeyValuePairs<String, String>, _ query: Query) -> Response {
        var fields = Fields()
        for (name, value) in values { fields.set(name, value) }
        fields.set("reason", query.fields["reason"])
        return .seeOther(ListView.path(list) + (fields.text.isEmpty ? "" : "?" + fields.text))
    }

    /// Never a plate.
    private func tell(_ what: String, _ list: String, _ query: Query) {
        talk.notice("\(query.name) \(what) the list \(list), from \(query.address)")
    }
}
