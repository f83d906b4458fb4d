import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Records
import Rules
import Settings

/// Lists of plates: what they have. Who sees no plates sees which lists there are, and none of what is in them.
extension Desk {
    /// Of a table that is sent, in bytes: 200 000 plates with notes.
    private static let largestTable = 24 << 20
    /// How far back it is counted what lists had of plates.
    private static let week: Int64 = 7 * 86_400_000

    var listRoutes: [Route] {
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

    @Sendable func listsPage(_ query: Query) async throws -> Response { try await listsPage(query, wrong: [:]) }

    func listsPage(
        _ query: Query, wrong: Pages.Values, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame("Lists", .lists, query)
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
        if let lookups { values["reason"] = ["value": query.fields["reason"] ?? "", "isNeeded": lookups.needsReason] }
        values["rule"] = PlateList.nameRule
        values.merge(wrong) { $1 }
        return pages.response("lists", values, status)
    }

    // MARK: - One of them

    @Sendable func list(_ query: Query) async throws -> Response {
        guard let list = lists.list(query.parts.first ?? "") else { return try await brokenList(query) }
        return try await page(of: list, query)
    }

    /// One of which nothing is known but what is wrong with it.
    private func brokenList(_ query: Query) async throws -> Response {
        let name = query.parts.first ?? ""
        guard PlateList.isName(name), lists.current.unknown.contains(where: { $0.hasPrefix(name + ".") }) else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        var values = try await frame(name, .lists, query)
        values["name"] = name
        values["problems"] = lists.problems(of: name)
        values["isBroken"] = true
        values["file"] = lists.folder.path + "/" + (lists.current.unknown.first { $0.hasPrefix(name + ".") } ?? name)
        return pages.response("list", values, .conflict)
    }

    /// - Parameters:
    ///   - typed: what stands in the form for an entry.
    ///   - wrong: what is wrong with it, by field.
    func page(
        of list: PlateList, _ query: Query, typed: Fields? = nil, wrong: [String: String] = [:],
        notice: String? = nil, problems: [String] = [], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame(list.name, .lists, query)
        values.merge(ListView.kind(list.kind)) { $1 }
        values["name"] = list.name
        values["path"] = ListView.path(list.name)
        values["isReasonAsked"] = lookups != nil
        values["isReasonNeeded"] = lookups?.needsReason ?? false
        values["reason"] = query.fields["reason"] ?? ""
        if lacksReason(query) {
            values["needsReason"] = true
            return pages.response("list", values, status)
        }
        let wanted = query.request.method == .post ? nil : query.fields["q"]
        try record("list", [list.name] + (wanted.map { ["q=\($0)"] } ?? []), query)
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
        var reason = Fields()
        reason.set("reason", query.fields["reason"])
        values["export"] = ListView.path(list.name) + "/export.csv" + (reason.text.isEmpty ? "" : "?" + reason.text)
    }

    /// What a form before this page did. Of the address only numbers and words of a closed list get here.
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

    @Sendable func exportList(_ query: Query) throws -> Response {
        guard let list = lists.list(query.parts.first ?? "") else {
            throw RequestProblem(.notFound, "There is no such list.")
        }
        if lacksReason(query) { throw Self.reasonless }
        try record("list export", [list.name], query)
        var response = Response.text(list.text, "text/csv; charset=utf-8")
        response.headers[.contentDisposition] = "attachment; filename=\"\(list.plainName)\""
        return response
    }
}
