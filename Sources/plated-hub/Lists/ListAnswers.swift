import Answers
import Fleet
import Records
import Rules
import Settings

/// All lists, as they are printed.
struct ListsAnswer {
    let path: String
    let contents: ListFolder.Contents
    /// How it stands with lists from the centre; nil where none came.
    let centre: CentreListStanding?
    /// Lists of a centre that this hub no longer hears: their files.
    let leftBehind: [String]
    /// What is said of those; empty where there is none.
    private let abandoned: String
    let zone: LocalZone

    init(_ folder: ListFolder) {
        path = folder.path
        contents = folder.contents()
        centre = folder.hasCentre ? CentreLists.standing(in: folder) : nil
        leftBehind = folder.leftBehind
        abandoned = leftBehind.isEmpty ? "" : "\n" + Self.abandoned(in: folder) + ".\n"
        zone = folder.zone
    }

    static func abandoned(in folder: ListFolder) -> String {
        """
        lists of a centre lie in \(folder.path)/centre and do not count, since no destination takes lists of one any more: \
        \(folder.leftBehind.joined(separator: ", ").shown). Remove that folder, or name the centre again
        """
    }

    /// In `plated-hub status`: nothing where there is none.
    var statusText: String {
        let isEmpty = contents.lists.isEmpty && contents.problems.isEmpty && centre == nil && leftBehind.isEmpty
        return isEmpty ? "" : "\n" + text
    }

    var text: String {
        let problems = contents.problems.map { "\($0)\n" }.joined()
        guard !contents.lists.isEmpty else {
            return "There is no list in \(path) yet.\n" + (centre?.text(zone) ?? "") + problems + abandoned
        }
        var table = TextTable(["list", "kind", "plates"] + (centre == nil ? [] : ["from"]))
        for list in contents.lists {
            let origin = centre == nil ? [] : [list.isFromCentre ? "the centre" : "here"]
            table.add([list.name, list.kind.rawValue, "\(list.entries.count)"] + origin)
        }
        return table.text + (centre?.text(zone) ?? "") + (problems.isEmpty ? "" : "\nWhat cannot be read:\n" + problems)
            + abandoned
    }

    var json: String {
        var object = JSONObject()
        object.add("schema", "plated.lists/1")
        object.add("folder", path)
        object.add(
            "lists",
            json: JSONObject.list(
                contents.lists.map { list in
                    var object = JSONObject()
                    object.add("list", list.name)
                    object.add("kind", list.kind.rawValue)
                    object.add("plates", list.entries.count)
                    object.add("is_from_centre", list.isFromCentre)
                    return object.text
                }))
        object.add("centre", json: centre?.json(zone) ?? "null")
        object.add("left_behind", json: JSONObject.list(leftBehind.map(JSONLine.quoted)))
        object.add(
            "problems",
            json: JSONObject.list(
                contents.problems.map { problem in
                    var object = JSONObject()
                    object.add("file", problem.file)
                    object.add("line", json: problem.line.map { "\($0)" } ?? "null")
                    object.add("message", problem.message)
                    return object.text
                }))
        return object.text
    }
}

extension PlateList {
    var table: String {
        var table = TextTable(["plate", "note", "owner", "from", "until", "cameras", "hours"])
        for entry in entries {
            table.add(
                [
                    entry.plate, entry.note, entry.owner, entry.from ?? "", entry.until ?? "",
                    entry.cameras.joined(separator: " "), entry.hours?.text ?? "",
                ].map(\.shown))
        }
        return entries.isEmpty ? "The list \(name) (\(kind.rawValue)) is empty.\n" : table.text
    }

    var json: String {
        var object = JSONObject()
        object.add("schema", "plated.list/1")
        object.add("list", name)
        object.add("kind", kind.rawValue)
        object.add("entries", json: JSONObject.list(entries.map(\.json)))
        return object.text
    }
}

extension ListEntry {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("plate", plate)
        object.add("note", note)
        object.add("owner", owner)
        object.add("from", from)
        object.add("until", until)
        object.add("cameras", json: JSONObject.list(cameras.map(JSONLine.quoted)))
        object.add("hours", hours?.text)
        return object.text
    }
}

/// What lists would have of a plate, as it is printed.
struct CheckAnswer {
    let plate: String
    let time: WallTime
    let checks: [ListCheck]
    let zone: LocalZone

    var text: String {
        guard !checks.isEmpty else { return "No list has anything of \(plate).\n" }
        var table = TextTable(["list", "says", "entry", "match", "chance", "counts", "note"])
        for check in checks {
            let match = check.match
            table.add(
                [
                    match.list, match.word, match.entry.plate, match.how.rawValue,
                    JSONLine.number(match.chance, digits: 4), check.obstacle.map { "no: \($0.rawValue)" } ?? "yes",
                    match.entry.note,
                ].map(\.shown))
        }
        return "\(plate), \(zone.text(time)):\n" + table.text
    }

    var json: String {
        var object = JSONObject()
        object.add("schema", "plated.list-check/1")
        object.add("plate", plate)
        object.add("at", time, in: zone)
        object.add(
            "matches",
            json: JSONObject.list(
                checks.map { check in
                    let match = check.match
                    var object = JSONObject()
                    object.add("list", match.list)
                    object.add("kind", match.kind.rawValue)
                    object.add("word", match.word)
                    object.add("match", match.how.rawValue)
                    object.add("entry", match.entry.plate)
                    object.add("chance", match.chance, digits: 4)
                    object.add("counts", check.obstacle == nil)
                    object.add("obstacle", check.obstacle?.rawValue)
                    object.add("note", match.entry.note)
                    return object.text
                }))
        return object.text
    }
}
