import Answers
import Basics
import Delivery
import Records
import Settings
import Yams

extension DoorSettings {
    /// The list of doors of a configuration.
    package static func read(_ key: String, from reader: MappingReader) -> [DoorSettings] {
        guard let node = reader.node(key) else { return [] }
        guard case .sequence(let elements) = node else {
            reader.problem(key, "expects a list of doors, each with a name, a type, lists and cameras")
            return []
        }
        var found: [DoorSettings] = []
        for (index, element) in elements.enumerated() {
            reader.element(element, of: key, number: index + 1) { reader in
                guard let door = DoorSettings(reader) else { return }
                if found.contains(where: { $0.name == door.name }) {
                    reader.problem("name", "is \(door.name), as that of another door")
                }
                found.append(door)
            }
        }
        return found
    }

    private init?(_ reader: MappingReader) {
        guard let way = DoorWay(reader) else { return nil }
        self.init(way: way)
        reader.string("name", into: &name)
        if !DestinationSettings.isName(name) {
            reader.problem("name", name.isEmpty ? "is missing" : DestinationSettings.nameRule)
        }
        reader.strings("lists", into: &lists)
        if lists.isEmpty { reader.problem("lists", "is missing: the lists of plates that it opens for") }
        for list in lists where !PlateList.isName(list) {
            reader.problem("lists", "has \(list), and a list's name \(PlateList.nameRule)")
        }
        reader.strings("cameras", into: &cameras)
        if cameras.isEmpty { reader.problem("cameras", "is missing: the cameras that see who stands there") }
        for problem in cameras.compactMap(CameraRef.problem) { reader.problem("cameras", problem) }
        reader.strings("lanes", into: &lanes)
        reader.strings("movements", into: &movements)
        let known = PlateDirection.Movement.allCases.map(\.rawValue)
        for movement in movements where !known.contains(movement) {
            reader.problem("movements", "has \(movement): they are \(known.joined(separator: ", "))")
        }
        var text: String?
        reader.string("hours", into: &text)
        if let text {
            hours = WeeklyHours(text)
            if hours == nil { reader.problem("hours", "are written as \(WeeklyHours.example)") }
        }
        reader.number("confidence", in: 0...1, into: &confidence)
        reader.milliseconds("within_ms", in: 500...60_000, into: &within)
        reader.milliseconds("visit_ms", in: 0...86_400_000, into: &visit)
        reader.flag("button", into: &hasButton)
    }

    /// The doors as YAML, each key with its value in effect.
    package static func text(_ doors: [DoorSettings]) -> String {
        if doors.isEmpty { return "[]" }
        return doors.map { door in
            func list(_ texts: [String]) -> String { YAMLText.list(texts.map(YAMLText.quoted)) }
            let lines =
                [
                    "name: \(YAMLText.quoted(door.name))", "lists: \(list(door.lists))",
                    "cameras: \(list(door.cameras))", "lanes: \(list(door.lanes))",
                    "movements: \(list(door.movements))",
                    "hours: \(door.hours.map { YAMLText.quoted($0.text) } ?? "null")",
                    "confidence: \(door.confidence)", "within_ms: \(door.within.milliseconds)",
                    "visit_ms: \(door.visit.milliseconds)", "button: \(door.hasButton)",
                ] + door.way.lines
            return "\n  - " + lines.joined(separator: "\n    ")
        }.joined()
    }
}
