import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging
import Records
import Rules
import Settings

/// Answers about lists of plates, and changes them. Who sees no plates sees which lists there are, and none of what is in them.
struct ListRoutes: Sendable {
    let history: any History
    let pages: Pages
    let frame: PageFrame
    let lists: ListDesk
    let lookups: Lookups
    let zone: LocalZone
    let talk: Logger

    /// How large a table may be that is sent, in bytes: 200 000 plates with notes.
    private static let largestTable = 24 << 20
    /// How far back the page counts plates that lists have.
    private static let week: Int64 = 7 * 86_400_000

    var routes: [Route] {
        [
            Route(.get, "/lists", .from(.viewer), listsPage),
            Route(.post, "/lists", .from(.operator), makeList),
            Route(.get, "/lists/*", .from(.operator), list),
            Route(.post, "/lists/*", .from(.operator), changeList),
            Route(.post, "/lists/*/import", .from(.operator), file: Self.largestTable, importList),
            Route(.post, "/lists/*/delete", .from(.operator), deleteList),
            Route(.get, "/lists/*/export.csv", .from(.operator), exportList),
        ]
    }

    // MARK: - All of them

    @Sendable private func listsPage(_ query: Query) async throws -> Response { try await listsPage(query, wrong: [:]) }

    private func listsPage(
        _ query: Query, wrong: Pages.Values, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame.values("Lists", .lists, query)
        let from = WallTime(milliseconds: query.now.milliseconds - Self.week)
        let isForPlates = query.role >= .operator
        let state = lists.current
        let matches = try await history.totals(
            of: state.lists.map { "match " + $0.name }, from: from, until: query.now)
        values["isForPlates"] = isForPlates
        values["hasLists"] = !state.lists.isEmpty
        values["lists"] = state.lists.sorted { $0.name < $1.name }.map { list -> Pages.Values in
            var row = ListView.kind(list.kind)
            row["name"] = list.name
            row["path"] = isForPlates ? ListView.path(list.name) : false
            row["count"] = ListView.count(list.entries.count)
            let count = matches["match " + list.name] ?? 0
            row["matches"] = "\(count)"
            row["seen"] = isForPlates && count > 0 ? "/plates?list=\(list.name)" : false
            row["isBroken"] = state.broken.contains(list.fileName)
            row["isFromCentre"] = list.isFromCentre
            return row
        }
        values["folder"] = lists.folder.path
        values["problems"] = state.problems.map { problem -> String in
            let file = problem.file.split(separator: "/").last.map(String.init) ?? problem.file
            return file + (problem.line.map { ", line \($0)" } ?? "") + ": " + problem.message
        }
        values["kinds"] = ListView.kinds(chosen: query.fields["kind"])
        values["typed"] = query.fields["name"] ?? ""
        values["reason"] = lookups.field(query.fields)
        values["rule"] = PlateList.nameRule
        values.merge(wrong) { $1 }
        return pages.response("lists", values, status)
    }

    // MARK: - One of them

    @Sendable private func list(_ query: Query) async throws -> Response {
        guard let list = lists.list(query.parts.first ?? "") else { return try await brokenList(query) }
        return try await page(of: list, query)
    }

    /// Shows a list of which nothing is known but what is wrong with it.
    private func brokenList(_ query: Query) async throws -> Response {
        let name = query.parts.first ?? ""
        guard PlateList.isName(name), lists.current.unknown.contains(where: { $0.hasPrefix(name + ".") }) else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        var values = try await frame.values(name, .lists, query)
        values["name"] = name
        values["problems"] = lists.problems(of: name)
        values["isBroken"] = true
        values["file"] = lists.folder.path + "/" + (lists.current.unknown.first { $0.hasPrefix(name + ".") } ?? name)
        return pages.response("list", values, .conflict)
    }

    /// - Parameters:
    ///   - typed: what stands in the form for an entry.
    ///   - wrong: what is wrong with it, by field.
    private func page(
        of list: PlateList, _ query: Query, typed: Fields? = nil, wrong: [String: String] = [:],
        notice: String? = nil, problems: [String] = [], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame.values(list.name, .lists, query)
        values.merge(ListView.kind(list.kind)) { $1 }
        values["name"] = list.name
        values["path"] = ListView.path(list.name)
        lookups.fill(&values, query)
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("list", values, status)
        }
        let wanted = query.request.method == .post ? nil : query.fields["q"]
        try lookups.record("list", [list.name] + (wanted.map { ["q=\($0)"] } ?? []), query)
        let page = ListPage(list, wanted: wanted, number: query.fields["page"].flatMap { Int($0) } ?? 1)
        fill(&values, page, of: list, wanted: wanted, query)
        // A plate that another page leads here with is looked at where it is on the list, and else filled in.
        let brought = query.request.method == .post ? nil : query.fields["plate"].flatMap { ListEntry($0) }
        let asked = query.fields["edit"] ?? brought?.plate
        let edited = asked.flatMap { plate in list.entries.first { $0.plate == plate } }
        let fields = typed ?? (edited ?? brought).map { ListForm.fields($0) } ?? Fields()
        values["entry"] = ListForm.values(fields, wrong: wrong)
        values["edited"] = query.fields["old"] ?? edited?.plate ?? false
        values["isOpen"] = edited != nil || typed != nil
        values["was"] = wrong["was"] ?? typed?["was"] ?? edited.map { ListClash.mark(of: [$0]) } ?? ""
        values["wrongEntry"] = wrong["entry"] ?? false
        values["wrongDelete"] = wrong["delete"] ?? ""
        values["hoursExample"] = WeeklyHours.example
        values["notice"] = notice ?? Self.done(query.fields)
        values["importProblems"] = problems
        values["isRefused"] = !problems.isEmpty
        values["problems"] = lists.problems(of: list.name)
        values["isFromCentre"] = list.isFromCentre
        values["hidesOwn"] = list.isFromCentre && lists.folder.isThere(list.name)
        return pages.response("list", values, status)
    }

    private func fill(
        _ values: inout Pages.Values, _ page: ListPage, of list: PlateList, wanted: String?, _ query: Query
    ) {
        func path(_ name: String, _ value: String, page number: Int? = nil) -> String {
            var fields = Fields()
            fields.set("q", wanted)
            fields.set("reason", query.fields["reason"])
            fields.set("page", number.map { $0 > 1 ? "\($0)" : "" })
            if !name.isEmpty { fields.set(name, value) }
            return ListView.path(list.name) + (fields.text.isEmpty ? "" : "?" + fields.text)
        }
        values["q"] = wanted ?? ""
        values["isAsked"] = wanted != nil
        values["count"] = ListView.count(list.entries.count)
        values["found"] = ListView.count(page.found)
        values["isEmpty"] = page.entries.isEmpty
        values["rows"] = page.entries.map { entry in
            ListView.entry(entry, in: list.name) { path("edit", $0, page: page.number) + "#entry" }
        }
        values["place"] = page.count > 1 ? "page \(page.number) of \(page.count)" : ""
        values["next"] = page.number < page.count ? path("", "", page: page.number + 1) : false
        values["back"] = page.number > 1 ? path("", "", page: page.number - 1) : false
        values["here"] = "\(page.number)"
        values["export"] = query.link(ListView.path(list.name) + "/export.csv")
    }

    /// Says what the form before this page did. Of the address only numbers and words of a closed list get here.
    private static func done(_ fields: Fields) -> Any {
        let numbers = ["added", "replaced"].map { fields[$0].flatMap { Int($0) } ?? 0 }
        switch fields["done"] {
        case "added": return "It is on the list."
        case "replaced": return "It is changed."
        case "unchanged": return "It stood there just so: nothing is changed."
        case "removed": return "It is off the list."
        case "imported": return "\(ListView.count(numbers[0])) added, \(numbers[1]) in the place of others."
        default: return false
        }
    }

    @Sendable private func exportList(_ query: Query) throws -> Response {
        guard let list = lists.list(query.parts.first ?? "") else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        try lookups.demandReason(query)
        try lookups.record("list export", [list.name], query)
        var response = Response.text(list.text, "text/csv; charset=utf-8")
        response.headers[.contentDisposition] = "attachment; filename=\"\(list.plainName)\""
        return response
    }

    // MARK: - Changing them, for operators. Each change is recorded before it is made, and made by the one type that writes lists

    private static let mostToldProblems = 100

    @Sendable private func makeList(_ query: Query) async throws -> Response {
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
        if lookups.lacksReason(query) {
            return try await listsPage(query, wrong: ["wrong": Lookups.reasonless.detail], .unprocessableContent)
        }
        try lookups.record("list make", [name, kind.rawValue], query)
        do {
            _ = try await lists.change { folder in try folder.change(name, as: kind) { _ in } }
        } catch let problems as Problems {
            return try await listsPage(query, wrong: ["wrong": Self.words(problems)], .conflict)
        }
        tell("makes", name, query)
        return .seeOther(query.link(ListView.path(name)))
    }

    /// Adds or changes an entry, or takes one out.
    @Sendable private func changeList(_ query: Query) async throws -> Response {
        let list = try list(named: query.parts.first ?? "")
        try lookups.demandReason(query)
        if query.fields["do"] == "remove" { return try await remove(query.fields["plate"] ?? "", from: list, query) }
        let form = ListForm(query.fields, cameras: query.cameras(in: try await history.present()))
        guard let entry = form.entry else {
            return try await page(
                of: list, query, typed: query.fields, wrong: form.problems, .unprocessableContent)
        }
        if entry.neverCounts(in: zone) {
            let wrong = ["until": "Until lies before From: this would never count."]
            return try await page(of: list, query, typed: query.fields, wrong: wrong, .unprocessableContent)
        }
        let old = query.fields["old"].flatMap { ListEntry($0)?.plate }.flatMap { $0 == entry.plate ? nil : $0 }
        try lookups.record("list add", [list.name, entry.plate] + (old.map { ["in place of \($0)"] } ?? []), query)
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
            // Only the list as a whole knows that dates are wrong, or texts too long.
            return try await page(
                of: list, query, typed: query.fields, wrong: ["entry": Self.words(problems)], .unprocessableContent)
        }
        tell("changes", list.name, query)
        let done =
            old != nil ? "replaced" : addition == .added ? "added" : addition == .unchanged ? "unchanged" : "replaced"
        return .seeOther(query.link(ListView.path(list.name), ["done": done]))
    }

    private func remove(_ plate: String, from list: PlateList, _ query: Query) async throws -> Response {
        try lookups.record("list remove", [list.name, plate], query)
        do {
            guard try await lists.change({ folder in try folder.change(list.name) { $0.remove(plate) } }) else {
                throw RequestProblem(.notFound, "The list has no such plate any more: somebody took it out meanwhile.")
            }
        } catch let problems as Problems {
            return try await page(of: list, query, problems: Self.unchanged(problems), .conflict)
        }
        tell("changes", list.name, query)
        return .seeOther(query.link(ListView.path(list.name), ["done": "removed"]))
    }

    // MARK: - Tables

    /// Takes in a table: all of it, or, where anything is wrong with it, nothing.
    @Sendable private func importList(_ query: Query) async throws -> Response {
        let list = try list(named: query.parts.first ?? "")
        try lookups.demandReason(query)
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
        try lookups.record(
            "list import", [list.name, "\(table.entries.count) plates", isAll ? "replace" : "add"], query)
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
        return .seeOther(
            query.link(
                ListView.path(list.name),
                ["done": "imported", "added": "\(counts.added)", "replaced": "\(counts.changed)"]))
    }

    /// Takes the whole list away, where its name was typed.
    @Sendable private func deleteList(_ query: Query) async throws -> Response {
        let name = query.parts.first ?? ""
        // A list of this hub's own that does not count beside the centre's may go.
        if lists.list(name)?.isFromCentre == true, !lists.folder.isThere(name) { throw Self.foreign(name) }
        guard PlateList.isName(name), lists.folder.isThere(name) else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        try lookups.demandReason(query)
        guard query.fields["name"]?.trimmed == name else {
            let wrong = "That is not its name. Type \(name), and the list with all its plates is taken away."
            guard let list = lists.list(name) else { throw RequestProblem(.unprocessableContent, wrong) }
            return try await page(of: list, query, wrong: ["delete": wrong], .unprocessableContent)
        }
        try lookups.record("list delete", [name], query)
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

    /// Returns a line for each problem.
    private static func lines(_ problems: Problems) -> [String] {
        let told = problems.all.prefix(mostToldProblems).map { problem in
            (problem.line.map { "Line \($0): " } ?? "") + problem.message + "."
        }
        let rest = problems.all.count - told.count
        return told + (rest > 0 ? ["And \(rest) more."] : [])
    }

    /// Returns the problems of the list's own file, which is as it was.
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

    /// Tells the journal who changed a list. It never names a plate.
    private func tell(_ what: String, _ list: String, _ query: Query) {
        talk.notice("\(query.name) \(what) the list \(list), from \(query.address)")
    }
}
