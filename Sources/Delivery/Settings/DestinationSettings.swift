import Addresses
import Basics
import History
import Logging
import Records
import Settings
import Yams

/// One destination as the configuration has it: what goes there, and what is done where it takes nothing.
package struct DestinationSettings: Sendable, Equatable {
    /// Where a destination that was never there begins.
    package enum Start: String, CaseIterable, Sendable {
        case now
        case beginning
    }

    /// What of the history goes there.
    package enum Kind: String, CaseIterable, Sendable {
        case plates
        case gaps
        case matches
        case sessions

        var schema: String {
            switch self {
            case .plates: PlateEvent.schema
            case .gaps: GapRecord.schema
            case .matches: MatchRecord.schema
            case .sessions: SessionRecord.schema
            }
        }
    }

    package var name = ""
    /// Empty for all.
    package var cameras: [String] = []
    package var kinds: [Kind] = [.plates]
    /// Lists whose matches go there; empty for all.
    package var lists: [String] = []
    var from = Start.now
    /// Waits between attempts, the last one for ever.
    var retry: [Duration] = [.seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(3600)]
    /// 0 for never.
    var giveUpHours = 0
    package var way: any Way

    package static func == (a: DestinationSettings, b: DestinationSettings) -> Bool {
        a.name == b.name && a.cameras == b.cameras && a.kinds == b.kinds && a.lists == b.lists && a.from == b.from
            && a.retry == b.retry
            && a.giveUpHours == b.giveUpHours && a.way.isSame(as: b.way)
    }

    /// The schemas of what goes there.
    package var schemas: [String] {
        way.takesEverything ? Record.schemas : Kind.allCases.filter(wants).map(\.schema)
    }

    private func wants(_ kind: Kind) -> Bool { kinds.contains(kind) || way.alwaysTakes.contains(kind) }

    func takes(_ record: StoredRecord) -> Bool {
        if way.takesEverything { return cameras.isEmpty || cameras.contains(record.camera) }
        let kind: Kind? =
            switch record.record {
            case .plate: .plates
            case .gap: .gaps
            case .match: .matches
            case .session: .sessions
            default: nil
            }
        if case .match(let match) = record.record, !lists.isEmpty, !lists.contains(match.list) { return false }
        return kind.map(wants) == true && (cameras.isEmpty || cameras.contains(record.camera))
    }
}

/// How records get to a destination: a webhook, a command, files. One type each, with its keys.
package protocol Way: Sendable, Equatable {
    /// As the configuration calls it.
    static var type: String { get }
    init()
    /// Takes its keys out of a destination's, and notes what is wrong with them.
    mutating func read(_ reader: MappingReader)
    /// Its keys with their values, as YAML, without a secret.
    var lines: [String] { get }
    /// Where it leads, for people: no secret is in it, and no path, which may be one.
    var place: String { get }
    /// What it takes.
    var kinds: [DestinationSettings.Kind] { get }
    /// What it is handed whatever `kinds` says, because it also tells how things are.
    var alwaysTakes: [DestinationSettings.Kind] { get }
    /// Whether it gets all that the history has, whatever it is, from where it says by itself.
    var takesEverything: Bool { get }
    /// Its addresses, whose secrets nothing may say.
    var addresses: [SourceAddress] { get }
    /// Opens it.
    ///
    /// - Throws: Failure, where it can never work like that: a secret that cannot be read, a certificate that is none.
    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination
    /// Looks whether it could work as things are now.
    func check(_ settings: DestinationSettings, secrets: SecretPlace) throws
    /// Opens it for a door: what it cannot send at once it sends never.
    func openDoor(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination
    /// Hosts that the service has to be let onto.
    var hosts: [String] { get }
    /// What may be right as it is, and more likely is not: a note for whoever checks the configuration.
    var doubts: [String] { get }
    /// Which key keeps it from standing beside another one, and why; nil where nothing does.
    func clash(with other: any Way) -> (key: String, reason: String)?
}

extension Way {
    func isSame(as other: any Way) -> Bool { (other as? Self) == self }

    package func check(_ settings: DestinationSettings, secrets: SecretPlace) throws {
        let surroundings = DeliverySurroundings(
            hub: "check", folder: { "\($0)" }, talk: Logger(label: "check"), look: { _ in }, now: { .now },
            stopwatch: { .now })
        _ = try open(settings, secrets: secrets, surroundings: surroundings)
    }

    package func openDoor(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination { try open(settings, secrets: secrets, surroundings: surroundings) }

    package var kinds: [DestinationSettings.Kind] { DestinationSettings.Kind.allCases }
    package var alwaysTakes: [DestinationSettings.Kind] { [] }
    package var takesEverything: Bool { false }
    package var hosts: [String] { [] }
    package var doubts: [String] { [] }
    package func clash(with other: any Way) -> (key: String, reason: String)? { nil }
    package var addresses: [SourceAddress] { [] }
}

/// A way's keys while they are read, each declared once.
struct WayReading<Settings>: KeyReading {
    var configuration: Settings
}

typealias WayKey<Settings> = DeclaredKey<WayReading<Settings>>

extension Way {
    mutating func read(_ keys: [WayKey<Self>], from reader: MappingReader) {
        var reading = WayReading(configuration: self)
        for key in keys { key.read(from: reader, into: &reading) }
        self = reading.configuration
    }

    func lines(_ keys: [WayKey<Self>]) -> [String] { keys.flatMap { $0.lines(of: self) } }
}

extension DestinationSettings {
    /// Looks whether it could work as things are now: its secrets can be read, and its folder is there.
    package func check(secrets: SecretPlace) throws { try way.check(self, secrets: secrets) }
}
