import Records

/// An object of JSON in the making, its fields in the order they were added.
struct JSONObject {
    private var fields: [String] = []

    /// On one line.
    var text: String { "{" + fields.joined(separator: ",") + "}" }

    /// - Parameter json: a value, as it is.
    mutating func add(_ name: String, json: String) { fields.append("\(JSONLine.quoted(name)):\(json)") }

    mutating func add(_ name: String, _ text: String?) { add(name, json: text.map(JSONLine.quoted) ?? "null") }

    mutating func add(_ name: String, _ number: Int) { add(name, json: "\(number)") }

    mutating func add(_ name: String, _ number: Double, digits: Int) {
        add(name, json: JSONLine.number(number, digits: digits))
    }

    mutating func add(_ name: String, _ flag: Bool) { add(name, json: flag ? "true" : "false") }

    /// With the offset of the zone; null where there is none.
    mutating func add(_ name: String, _ time: WallTime?, in zone: LocalZone) { add(name, time.map(zone.rfc3339)) }

    static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
}
