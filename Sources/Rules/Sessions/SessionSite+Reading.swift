import Basics
import Records
import Settings
import Yams

extension SessionSite {
    /// Up to ten years.
    private static let minutes = 1...5_256_000

    /// The list of sites of a configuration.
    package static func read(_ key: String, from reader: MappingReader) -> [SessionSite] {
        guard let node = reader.node(key) else { return [] }
        guard case .sequence(let elements) = node else {
            reader.problem(key, "expects a list of sites, each with a name, entries and exits")
            return []
        }
        var found: [SessionSite] = []
        for (index, element) in elements.enumerated() {
            reader.element(element, of: key, number: index + 1) { reader in
                let site = SessionSite(reader)
                if found.contains(where: { $0.name == site.name }) {
                    reader.problem("name", "is \(site.name), as that of another site")
                }
                found.append(site)
            }
        }
        return found
    }

    private init(_ reader: MappingReader) {
        self.init(name: "", entries: [], exits: [])
        reader.string("name", into: &name)
        if name.isEmpty || name.utf8.count > 40
            || !name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        {
            reader.problem(
                "name",
                name.isEmpty ? "is missing" : "takes letters (without accents), digits, dash and underscore: at most 40"
            )
        }
        entries = Self.points("entries", from: reader)
        exits = Self.points("exits", from: reader)
        if let both = exits.first(where: { exit in entries.contains { $0.meets(exit) } }) {
            reader.problem(
                "exits", "has \(both.text), where an event may be at an entry, too: tell them apart by lane or movement"
            )
        }
        capacity = Self.integer("capacity", in: 1...1_000_000, from: reader)
        longestStay = Self.integer("longest_stay_minutes", in: Self.minutes, from: reader).map { .seconds($0 * 60) }
        Self.integer("shortest_stay_s", in: 0...86_400, from: reader).map { shortestStay = .seconds($0) }
        Self.integer("forgotten_after_minutes", in: Self.minutes, from: reader).map {
            forgottenAfter = .seconds($0 * 60)
        }
        Self.integer("settle_minutes", in: 0...525_600, from: reader).map { settleTime = .seconds($0 * 60) }
        Self.integer("repeat_s", in: 0...3600, from: reader).map { repeatTime = .seconds($0) }
        length = Self.integer("length_m", in: 1...1_000_000, from: reader)
        if shortestStay >= forgottenAfter {
            reader.problem("shortest_stay_s", "is not shorter than forgotten_after_minutes")
        }
        if let longestStay, longestStay >= forgottenAfter {
            reader.problem(
                "longest_stay_minutes", "is not shorter than forgotten_after_minutes: nobody would stay too long")
        }
    }

    private static func integer(_ key: String, in range: ClosedRange<Int>, from reader: MappingReader) -> Int? {
        guard reader.has(key) else {
            _ = reader.node(key)
            return nil
        }
        var value = range.lowerBound
        reader.integer(key, in: range, into: &value)
        return value
    }

    // MARK: - Entries and exits

    private static func points(_ key: String, from reader: MappingReader) -> [SessionPoint] {
        guard let node = reader.node(key), case .sequence(let elements) = node, !elements.isEmpty else {
            reader.problem(key, "expects a list of cameras, such as [gate] or [{camera: gate, movement: approaching}]")
            return []
        }
        var points: [SessionPoint] = []
        for (index, element) in elements.enumerated() {
            if case .scalar(let scalar) = element {
                points.append(SessionPoint(camera: scalar.string))
                continue
            }
            reader.element(element, of: key, number: index + 1) { reader in
                var (camera, lane, movement) = ("", String?.none, String?.none)
                reader.string("camera", into: &camera)
                reader.string("lane", into: &lane)
                reader.string("movement", into: &movement)
                let known = SessionPoint.movements.map(\.rawValue)
                if let movement, !known.contains(movement) {
                    reader.problem("movement", "is one of \(known.joined(separator: ", "))")
                }
                points.append(
                    SessionPoint(camera: camera, lane: lane, movement: movement.map { .init(rawValue: $0) }))
            }
        }
        for problem in points.map(\.camera).compactMap(CameraRef.problem) { reader.problem(key, problem) }
        return points
    }

    // MARK: - As a file has it

    package static func text(_ sites: [SessionSite]) -> String {
        sites.isEmpty ? "[]" : sites.map { "\n  - " + $0.lines.joined(separator: "\n    ") }.joined()
    }

    private var lines: [String] {
        let points = [("entries", entries), ("exits", exits)].map { key, points in
            "\(key): [\(points.map(\.yaml).joined(separator: ", "))]"
        }
        return ["name: \(name)"] + points + [
            "capacity: \(capacity.map { "\($0)" } ?? "null")",
            "longest_stay_minutes: \(longestStay.map { "\($0.milliseconds / 60_000)" } ?? "null")",
            "shortest_stay_s: \(shortestStay.milliseconds / 1000)",
            "forgotten_after_minutes: \(forgottenAfter.milliseconds / 60_000)",
            "settle_minutes: \(settleTime.milliseconds / 60_000)", "repeat_s: \(repeatTime.milliseconds / 1000)",
            "length_m: \(length.map { "\($0)" } ?? "null")",
        ]
    }
}

extension SessionPoint {
    fileprivate static let movements: [PlateDirection.Movement] = PlateDirection.Movement.allCases

    /// For people.
    var text: String { ([camera] + [lane, movement?.rawValue].compactMap { $0 }).joined(separator: " ") }

    fileprivate var yaml: String {
        if lane == nil, movement == nil { return YAMLText.quoted(camera) }
        let parts = [
            "camera: \(YAMLText.quoted(camera))", lane.map { "lane: \(YAMLText.quoted($0))" },
            movement.map { "movement: \($0.rawValue)" },
        ]
        return "{\(parts.compactMap { $0 }.joined(separator: ", "))}"
    }
}
