import Answers
import Fleet
import Records

extension CentreListStanding {
    func text(_ zone: LocalZone) -> String {
        var lines: [String] = []
        if let taken { lines.append("From the centre: taken in \(zone.text(WallTime(milliseconds: taken))).") }
        if coming != nil { lines.append("Other lists are on their way from the centre.") }
        if let refusal, let refusedAt {
            let time = zone.text(WallTime(milliseconds: refusedAt))
            lines.append(
                "\(refused) times something came as the centre's lists and was refused, the last time \(time): \(refusal)"
                    .shown)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("version", Int(version))
        object.add("taken", taken.map { WallTime(milliseconds: $0) }, in: zone)
        object.add("is_coming", coming != nil)
        object.add("refused", refused)
        object.add("refusal", refusal)
        return object.text
    }
}
