import ALPR
import Records
import Settings
import Yams

extension ConfigurationKey {
    /// A list of lanes, each with keys of its own.
    static var lanes: Self {
        value("lanes", read: { root, reading in read(root, into: &reading) }, text: { text($0.recognition.lanes) })
    }

    private static let most = 100

    private static func read(_ root: MappingReader, into reading: inout ConfigurationReading) {
        guard let node = root.node("lanes") else { return }
        guard case .sequence(let sequence) = node, sequence.count <= most else {
            return root.problem(
                at: node, key: "lanes",
                "expects a list of lanes (at most \(most)), such as - {name: in, area: [0, 0, 0.5, 1]}")
        }
        var lanes: [Lane] = []
        for (number, element) in sequence.enumerated() {
            root.element(element, of: "lanes", number: number + 1) { reader in
                if let lane = lane(reader) { lanes.append(lane) }
            }
        }
        for (index, lane) in lanes.enumerated() where lanes[..<index].contains(where: { $0.name == lane.name }) {
            root.problem(at: node, key: "lanes", "has two lanes called \(lane.name)")
        }
        let roi = reading.configuration.recognition.roi
        for lane in lanes where RegionReading.areApart(lane.area, roi) {
            root.problem(
                at: node, key: "lanes", "has a lane \(lane.name) that lies outside roi, where no plate is looked for")
        }
        reading.configuration.recognition.lanes = lanes
    }

    private static func lane(_ reader: MappingReader) -> Lane? {
        var name: String?
        reader.string("name", into: &name)
        let area = RegionReading.region(reader, "area")
        var movements: [String] = []
        reader.strings("directions", into: &movements)
        var height: Double?
        reader.number("minimum_text_height_px", in: 1...1000, into: &height)
        for movement in movements where Direction.Movement(rawValue: movement) == nil {
            let known = Direction.Movement.allCases.map(\.rawValue).joined(separator: ", ")
            reader.problem("directions", "\"\(movement.printableKey)\" is not known; expects some of: \(known)")
        }
        guard let name, LaneName.fits(name) else {
            reader.problem(at: nil, key: "name", name == nil ? "is missing" : LaneName.rule)
            return nil
        }
        if area == nil, !reader.has("area") { reader.problem(at: nil, key: "area", "is missing") }
        return area.map {
            Lane(
                name: name, area: $0, movements: Set(movements.compactMap(Direction.Movement.init)),
                minimumTextHeight: height)
        }
    }

    /// In one line, as it is read.
    private static func text(_ lanes: [Lane]) -> String {
        YAMLText.list(
            lanes.map { lane in
                var parts = ["name: \(YAMLText.word(lane.name))", "area: \(RegionReading.text(lane.area))"]
                if !lane.movements.isEmpty {
                    let names = Direction.Movement.allCases.filter(lane.movements.contains).map(\.rawValue)
                    parts.append("directions: \(YAMLText.list(names))")
                }
                if let height = lane.minimumTextHeight { parts.append("minimum_text_height_px: \(height)") }
                return "{" + parts.joined(separator: ", ") + "}"
            })
    }
}
