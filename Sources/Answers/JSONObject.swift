import Records

/// An object of JSON in the making, its fields in the order they were added.
public struct JSONObject {
    private var fields: [String] = []

    public init() {}

    /// On one line.
    public var text: String { "{" + fields.joined(separator: ",") + "}" }

    /// - Parameter json: a value, as it is.
    public mutating func add(_ name: String, json: String) { fields.append("\(JSONLine.quoted(name)):\(json)") }

    public mutating func add(_ name: String, _ text: String?) { add(name, json: text.map(JSONLine.quoted) ?? "null") }

    public mutating func add(_ name: String, _ number: Int) { add(name, json: "\(number)") }

    public mutating func add(_ name: String, _ number: Double, digits: Int) {
        add(name, json: JSONLine.number(number, digits: digits))
    }

    public mutating func add(_ name: String, _ flag: Bool) { add(name, json: flag ? "true" : "false") }

    /// With the offset of the zone; null where there is none.
    public mutating func add(_ name: String, _ time: WallTime?, in zone: LocalZone) {
        add(name, time.map(zone.rfc3339))
    }

    public static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
}
