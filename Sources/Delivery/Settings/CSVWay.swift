import Settings

/// Files of CSV, one a day.
struct CSVWay: Way {
    static var type: String { "csv" }

    var folder = ""
    /// For how long a day's file stays; 0 for ever.
    var days = 30

    var kinds: [DestinationSettings.Kind] { [.plates, .matches, .sessions] }

    var place: String { folder }

    var writesFiles: Bool { true }

    var lines: [String] { lines(Self.keys) }

    mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        if folder.isEmpty { reader.problem("folder", "is missing: where the files are to lie") }
    }

    /// A folder that is away now keeps nothing else from being delivered: only this says so.
    func check(_ settings: DestinationSettings, secrets: SecretPlace) throws {
        try OutputFolder(path: folder).check(of: settings.name)
    }

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        CSVDestination(
            self, name: settings.name, now: surroundings.now, isTrusted: surroundings.isClockTrusted)
    }

    private static var keys: [WayKey<CSVWay>] {
        [.text("folder", \.folder), .integer("days", in: 0...36_500, \.days)]
    }
}
