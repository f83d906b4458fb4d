import Basics
import Records
import Settings
import Yams

extension DestinationSettings {
    /// Every way there is. A new one is a file, and its line here.
    static let ways: [any Way.Type] = [
        WebhookWay.self, CommandWay.self, MQTTWay.self, CentreWay.self,
    ]

    /// The list of destinations of a configuration.
    package static func read(_ key: String, from reader: MappingReader) -> [DestinationSettings] {
        guard let node = reader.node(key) else { return [] }
        guard case .sequence(let elements) = node else {
            reader.problem(key, "expects a list of destinations, each with a name and a type")
            return []
        }
        var found: [DestinationSettings] = []
        for (index, element) in elements.enumerated() {
            reader.element(element, of: key, number: index + 1) { reader in
                guard let settings = DestinationSettings(reader) else { return }
                if found.contains(where: { $0.name == settings.name }) {
                    reader.problem("name", "is \(settings.name), as that of another destination")
                }
                for other in found {
                    guard let (key, reason) = settings.way.clash(with: other.way) else { continue }
                    reader.problem(key, "is that of \(other.name), too: \(reason)")
                }
                found.append(settings)
            }
        }
        return found
    }

    private init?(_ reader: MappingReader) {
        var type = ""
        reader.string("type", into: &type)
        guard let way = Self.way(type, of: reader, among: Self.ways) else { return nil }
        self.init(way: way)
        var reading = WayReading(configuration: self)
        for key in Self.keys(of: way) { key.read(from: reader, into: &reading) }
        self = reading.configuration
        if !Self.isName(name) {
            reader.problem(
                "name",
                name.isEmpty ? "is missing" : Self.nameRule
            )
        }
        if !lists.isEmpty, !kinds.contains(.matches) {
            reader.problem("lists", "belongs to the kind matches")
        }
        self.way.read(reader)
        for kind in kinds where !self.way.kinds.contains(kind) {
            reader.problem("kinds", "has \(kind.rawValue), which a destination of type \(type) does not take")
        }
    }

    /// What an element's `type` names, without its keys yet.
    static func way(_ type: String, of reader: MappingReader, among ways: [any Way.Type]) -> (any Way)? {
        if let way = ways.first(where: { $0.type == type }) { return way.init() }
        let known = ways.map { $0.type }.joined(separator: ", ")
        reader.problem("type", type.isEmpty ? "is missing: it is one of \(known)" : "is one of \(known)")
        // Its other keys mean nothing without it.
        for name in reader.names { _ = reader.node(name) }
        return nil
    }

    package static let nameRule = "takes letters (without accents), digits, dash and underscore: at most 40"

    /// It is a name of files and topics, too.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 40
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }

    /// The destinations as YAML, each key with its value in effect.
    package static func text(_ destinations: [DestinationSettings]) -> String {
        if destinations.isEmpty { return "[]" }
        // Each on lines of its own.
        return destinations.map { settings in
            let lines =
                ["type: \(type(of: settings.way).type)"] + keys(of: settings.way).flatMap { $0.lines(of: settings) }
                + settings.way.lines
            return "\n  - " + lines.joined(separator: "\n    ")
        }.joined()
    }

    /// Who gets everything is asked for no choice.
    private static func keys(of way: any Way) -> [WayKey<DestinationSettings>] {
        way.takesEverything ? keys.filter { !["kinds", "lists", "from", "give_up_hours"].contains($0.name) } : keys
    }

    /// What a destination has, whatever its way.
    static var keys: [WayKey<DestinationSettings>] {
        [
            .text("name", \.name),
            .texts("cameras", \.cameras, problem: CameraRef.problem),
            .choices("kinds", \.kinds),
            .texts("lists", \.lists),
            .choice("from", \.from),
            .milliseconds("retry_ms", in: .upToADay(from: 50), \.retry),
            .integer("give_up_hours", in: 0...87_600, \.giveUpHours),
        ]
    }
}

extension DeclaredKey {
    /// Several of a closed list, at least one.
    static func choices<Choice: RawRepresentable & CaseIterable & Equatable>(
        _ name: String, _ path: Path<[Choice]>
    ) -> Self where Choice.RawValue == String {
        value(
            name,
            read: { reader, reading in
                guard reader.has(name) else { return _ = reader.node(name) }
                var words: [String] = []
                reader.strings(name, into: &words)
                let choices = words.compactMap { Choice(rawValue: $0) }
                guard choices.count == words.count, !choices.isEmpty else {
                    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
                    return reader.problem(name, "expects a list with some of: \(known)")
                }
                reading.configuration[keyPath: path] = choices
            },
            text: { YAMLText.list($0[keyPath: path].map(\.rawValue)) })
    }
}
