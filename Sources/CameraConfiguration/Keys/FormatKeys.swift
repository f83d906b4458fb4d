import Addresses
import Settings

extension ConfigurationKey {
    static var formats: Self {
        section(
            "formats",
            [
                texts("countries", \.formats.countries) { $0.lowercased() },
                flag("strict", \.formats.strict),
                texts("normalise", \.formats.normalise) { $0.lowercased() },
                flag("known_layouts", \.formats.knownLayouts),
                text("folder", \.formats.folder),
            ],
            finish: { section, reading in
                // The command line may name the countries.
                if reading.surroundings.given.contains("formats.countries") { return }
                check(reading.configuration.formats, section)
            })
    }

    private static func check(_ formats: Configuration.Formats, _ section: MappingReader) {
        for code in formats.normalise where !formats.countries.contains(code) {
            section.problem("normalise", "names \(SourceAddress(code)), which is not among formats.countries")
        }
        if formats.strict, formats.countries.isEmpty {
            section.problem(
                "strict", "is true, and refuses what fits no format of formats.countries: name them there")
        }
    }
}
