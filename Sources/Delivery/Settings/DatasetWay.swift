import Settings

/// Labelled pictures of plates, as `plated eval` reads them: a set a day.
struct DatasetWay: Way {
    static var type: String { "dataset" }

    var folder = ""
    /// For how long a day's set stays; 0 for ever.
    var days = 30
    /// Less sure ones are left out.
    var leastConfidence = 0.0
    /// Of plates whose country nobody read.
    var region: String?

    var kinds: [DestinationSettings.Kind] { [.plates] }

    var place: String { folder }

    var writesFiles: Bool { true }

    var lines: [String] { lines(Self.keys) }

    mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        if folder.isEmpty { reader.problem("folder", "is missing: where the sets are to lie") }
    }

    /// A folder that is away now keeps nothing else from being delivered: only this says so.
    func check(_ settings: DestinationSettings, secrets: SecretPlace) throws {
        try OutputFolder(path: folder).check(of: settings.name)
    }

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        return DatasetDestination(
            self, name: settings.name, now: surroundings.now, isTrusted: surroundings.isClockTrusted)
    }

    private static var keys: [WayKey<DatasetWay>] {
        [
            .text("folder", \.folder), .integer("days", in: 0...36_500, \.days),
            .number("least_confidence", in: 0...1, \.leastConfidence), .text("region", \.region),
        ]
    }
}
