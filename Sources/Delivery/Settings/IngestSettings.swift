import Addresses
import Settings
import Yams

/// What a centre has for the sites that report to it.
package struct IngestSettings: Sendable, Equatable {
    /// Lists of one site, beside those that every site gets.
    package struct Site: Sendable, Equatable {
        package var name = ""
        package var lists: [String] = []
    }

    /// Where sites reach this centre, for what `plated-hub site add` prints; nil where Caddy's own file says it.
    package var address: String?
    /// The certificate that vouches for it, where no machine knows that by itself.
    package var authority: String?
    /// Names of lists that every site gets; nil where this hub sends none to anybody.
    package var lists: [String]?
    package var sites: [Site] = []
    /// For how long pictures are kept that sites send, in days, and how many megabytes of them; 0 keeps none.
    package var pictureDays = 7
    package var pictureMegabytes = 10_000

    package init() {}

    /// Whether this hub says which lists sites have.
    package var namesLists: Bool { lists != nil || sites.contains { !$0.lists.isEmpty } }

    package func lists(of site: String) -> Set<String> {
        Set((lists ?? []) + sites.filter { $0.name == site }.flatMap(\.lists))
    }

    private static var keys: [WayKey<IngestSettings>] {
        [
            .text("address", \.address) { text in CentreWay.problem(with: SourceAddress(text)) },
            .text("ca_file", \.authority),
            .value(
                "lists",
                read: { reader, reading in
                    guard reader.has("lists") else { return _ = reader.node("lists") }
                    var names: [String] = []
                    reader.strings("lists", into: &names)
                    reading.configuration.lists = names
                }, text: { $0.lists.map { YAMLText.list($0.map(YAMLText.word)) } ?? "null" }),
            .value(
                "sites", read: { $1.configuration.sites = sites($0) },
                text: { configuration in
                    YAMLText.list(
                        configuration.sites.map {
                            "{name: \(YAMLText.quoted($0.name)), lists: \(YAMLText.list($0.lists.map(YAMLText.word)))}"
                        })
                }),
            .integer("picture_days", in: 0...3650, \.pictureDays),
            .integer("picture_megabytes", in: 0...1_000_000_000, \.pictureMegabytes),
        ]
    }

    package static func read(_ key: String, from reader: MappingReader) -> IngestSettings {
        var reading = WayReading(configuration: IngestSettings())
        guard reader.has(key) else {
            _ = reader.node(key)
            return reading.configuration
        }
        reader.section(key) { section in for key in keys { key.read(from: section, into: &reading) } }
        return reading.configuration
    }

    package static func text(_ settings: IngestSettings) -> String {
        "{" + keys.flatMap { $0.lines(of: settings) }.joined(separator: ", ") + "}"
    }

    private static func sites(_ reader: MappingReader) -> [Site] {
        guard let node = reader.node("sites") else { return [] }
        guard case .sequence(let elements) = node else {
            reader.problem("sites", "expects a list of sites, each with a name and the lists that it gets")
            return []
        }
        var found: [Site] = []
        for (index, element) in elements.enumerated() {
            reader.element(element, of: "sites", number: index + 1) { reader in
                var site = Site()
                reader.string("name", into: &site.name)
                if !HubName.fits(site.name) {
                    reader.problem("name", site.name.isEmpty ? "is missing" : "is \(site.name), and \(HubName.rule)")
                }
                if found.contains(where: { $0.name == site.name }) {
                    reader.problem("name", "is \(site.name), as that of another site")
                }
                reader.strings("lists", into: &site.lists)
                found.append(site)
            }
        }
        return found
    }
}
