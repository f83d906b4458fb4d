import Answers
import Fleet
import Records

extension CentreListStanding {
    func text(_ zone: LocalZone) -> String {
        var lines: [String] = []
        if let taken { lines.append("From the centre: taken in \(zone.text(WallTime(milliseconds: taken))).") }
        if !refused.isEmpty {
            lines.append("Refused, since they could open doors: \(refused.joined(separator: ", ")).".shown)
        }
        if let trouble, let troubledSince {
            let time = zone.text(WallTime(milliseconds: troubledSince))
            lines.append("The centre's lists could not be taken in since \(time): \(trouble)".shown)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("taken", taken.map { WallTime(milliseconds: $0) }, in: zone)
        object.add("refused", json: JSONObject.list(refused.map(JSONLine.quoted)))
        object.add("trouble", trouble)
        object.add("troubled_since", troubledSince.map { WallTime(milliseconds: $0) }, in: zone)
        return object.text
    }
}
