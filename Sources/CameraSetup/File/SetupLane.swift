import Records
import Settings
import Yams

/// A lane as a form has it.
public struct SetupLane: Equatable, Sendable {
    public static let directions = ["approaching", "leaving", "passing", "standing"]
    static let rule = "is a list of lanes, each with a name, an area, and perhaps directions and minimum_text_height_px"
    /// More than a form has room for.
    public static let most = 12

    public var name: String
    public var area: SetupRegion
    public var directions: [String]
    /// As it was written; nil of none.
    public var height: String?

    public init(name: String, area: SetupRegion, directions: [String], height: String?) {
        self.name = name
        self.area = area
        self.directions = Self.directions.filter(directions.contains)
        self.height = height
    }

    /// Nil of what is no list of lanes, or has in it what a form has no field for.
    static func all(_ node: Node) -> [SetupLane]? {
        guard let parts = node.sequence, parts.count <= most else { return nil }
        let lanes = parts.compactMap { SetupLane($0) }
        return lanes.count == parts.count ? lanes : nil
    }

    private init?(_ node: Node) {
        guard let mapping = node.mapping,
            mapping.keys.allSatisfy({
                ["name", "area", "directions", "minimum_text_height_px"].contains($0.string ?? "")
            }),
            let name = mapping["name"]?.string, LaneName.fits(name),
            let area = mapping["area"].flatMap({ SetupRegion($0) })
        else { return nil }
        let directions = mapping["directions"].map { $0.sequence?.map { $0.string ?? "" } ?? [""] } ?? []
        guard directions.allSatisfy(Self.directions.contains) else { return nil }
        let height = mapping["minimum_text_height_px"].flatMap { $0.isNull ? nil : $0 }
        if let height, !SettingsKey.isNumber(height) { return nil }
        self.init(name: name, area: area, directions: directions, height: height?.string)
    }

    var yaml: String {
        var parts = ["name: \(YAMLText.word(name))", "area: \(area.yaml)"]
        if !directions.isEmpty { parts.append("directions: \(YAMLText.list(directions))") }
        if let height { parts.append("minimum_text_height_px: \(height)") }
        return "{" + parts.joined(separator: ", ") + "}"
    }
}
