import Answers
import Delivery
import History
import Records

/// The state of a history, as it is printed.
struct StatusAnswer {
    let path: String
    let isRunning: Bool
    /// Nil where all is well.
    let standstill: Standstill?
    let status: HistoryStatus
    let present: Present
    let destinations: [DestinationReport]
    let lists: ListsAnswer
    let sites: SitesAnswer
    let zone: LocalZone

    var text: String {
        let lines = [
            isRunning ? "A hub is running." : "No hub is running: what cameras log is not stored until one does.",
            standstill.map { "Nothing is stored since \(zone.text($0.since)): \($0.reason). \($0.remedy)".shown },
            "\(path): \(status.bytes / 1_000_000) MB, \(status.events) plates, record \(status.last) is the newest", "",
        ].compactMap(\.self)
        var cameras = TextTable(["camera", "state", "newest plate"])
        for camera in present.cameras {
            cameras.add([camera, stands(camera), newest[camera].map(zone.text) ?? "none"])
        }
        var logs = TextTable(["log", "lines", "twice", "no records", "interruptions", "latest record"])
        for log in status.logs {
            logs.add([
                log.path, "\(log.lines)", "\(log.repeated)", "\(log.unreadable)", "\(log.interruptions)",
                log.latest.map(zone.text) ?? "none",
            ])
        }
        let troubles = status.logs.compactMap { log in log.trouble.map { "\(log.path): \($0)".shown + "\n" } }
        return lines.joined(separator: "\n") + "\n" + cameras.text + "\n" + logs.text
            + (troubles.isEmpty ? "" : "\nWhat was wrong last:\n" + troubles.joined()) + destinationText
            + sites.statusText + lists.statusText
    }

    var json: String {
        var object = JSONObject()
        object.add("schema", "plated.status/1")
        object.add("history", path)
        object.add("is_running", isRunning)
        object.add("standstill", json: standstill.map { json($0) } ?? "null")
        object.add("bytes", status.bytes)
        object.add("plates", status.events)
        object.add("newest_number", Int(status.last))
        object.add(
            "cameras",
            json: JSONObject.list(
                present.cameras.map { camera in
                    var object = JSONObject()
                    object.add("camera", camera)
                    object.add("newest_plate", newest[camera], in: zone)
                    (isRunning ? present.standing(of: camera) : nil).fill(&object, zone)
                    return object.text
                }))
        object.add("logs", json: JSONObject.list(status.logs.map { json($0) }))
        object.add("destinations", json: JSONObject.list(destinations.map { DestinationAnswer($0).json(zone) }))
        object.add("sites", json: sites.json)
        object.add("lists", json: lists.json)
        return object.text
    }

    private func json(_ standstill: Standstill) -> String {
        var object = JSONObject()
        object.add("since", standstill.since, in: zone)
        object.add("reason", standstill.reason)
        object.add("remedy", standstill.remedy)
        return object.text
    }

    private var newest: [String: WallTime] {
        Dictionary(status.cameras.compactMap { camera in camera.newest.map { (camera.name, $0) } }) { first, _ in first
        }
    }

    private func stands(_ camera: String) -> String {
        guard isRunning, let standing = present.standing(of: camera) else { return "not known" }
        let since = standing.tellsSince ? standing.since.map { " since \(zone.text($0))" } ?? "" : ""
        return standing.words + since + (standing.detail.map { ": \($0)" } ?? "")
    }

    private func json(_ log: HistoryStatus.Log) -> String {
        var object = JSONObject()
        object.add("path", log.path)
        object.add("lines", log.lines)
        object.add("twice", log.repeated)
        object.add("no_records", log.unreadable)
        object.add("interruptions", log.interruptions)
        object.add("latest", log.latest, in: zone)
        object.add("is_readable", log.isReadable)
        object.add("trouble", log.trouble)
        return object.text
    }
}
