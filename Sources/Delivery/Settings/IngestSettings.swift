import Addresses
import Fleet
import Foundation
import Proof
import Settings
import Yams

/// The sites that a centre takes in, and the brokers that they come through.
package struct IngestSettings: Sendable, Equatable {
    package var access = BrokerAccess()
    /// Of the configuration, and of the file that `plated-hub site` writes.
    package var sites: [SiteSettings] = []
    /// How sites are let in; nil where that is done by hand.
    package var enrol: EnrolSettings?
    /// Those of the configuration itself.
    package private(set) var named: [SiteSettings] = []
    /// The file that says so.
    private(set) var configuration = ""
    /// Names of lists that every site gets; nil where this hub sends none to anybody.
    package var lists: [String]?
    /// For how long pictures are kept that sites send, in days, and how many megabytes of them; 0 keeps none.
    package var pictureDays = 7
    package var pictureMegabytes = 10_000

    package init() {}

    /// Which lists each site gets; nil where this hub sends none.
    package var listsOfSites: [String: Set<String>]? {
        guard lists != nil || sites.contains(where: { !$0.lists.isEmpty }) else { return nil }
        return Dictionary(
            sites.map { ($0.name, Set((lists ?? []) + $0.lists)) }, uniquingKeysWith: { first, _ in first })
    }

    private static var keys: [WayKey<IngestSettings>] {
        BrokerAccess.keys(\.access) + [
            .value(
                "sites", read: { $1.configuration.sites = sites($0) },
                text: { configuration in
                    let sites = configuration.named.map(Self.text)
                    return YAMLText.list(sites)
                }),
            .value(
                "lists",
                read: { reader, reading in
                    guard reader.has("lists") else { return _ = reader.node("lists") }
                    var names: [String] = []
                    reader.strings("lists", into: &names)
                    reading.configuration.lists = names
                }, text: { $0.lists.map { YAMLText.list($0.map(YAMLText.word)) } ?? "null" }),
            .value(
                "enrol", read: { $1.configuration.enrol = EnrolSettings.read("enrol", from: $0) },
                text: { EnrolSettings.text($0.enrol) }),
            .integer("picture_days", in: 0...3650, \.pictureDays),
            .integer("picture_megabytes", in: 0...1_000_000_000, \.pictureMegabytes),
        ]
    }

    /// A site, as YAML.
    package static func text(of site: SiteSettings) -> String {
        let keys = YAMLText.list(site.keys.keys.map { YAMLText.quoted("\($0)") })
        let lists = site.lists.isEmpty ? "" : ", lists: \(YAMLText.list(site.lists.map(YAMLText.word)))"
        return "{name: \(YAMLText.quoted(site.name)), keys: \(keys)\(lists)}"
    }

    /// As the configuration has it; nil where this hub is no centre.
    package static func read(_ key: String, from reader: MappingReader) -> IngestSettings? {
        guard reader.has(key) else {
            _ = reader.node(key)
            return nil
        }
        var reading = WayReading(configuration: IngestSettings())
        reader.section(key) { section in
            for key in keys { key.read(from: section, into: &reading) }
            reading.configuration.access.check("brokers", section)
            reading.configuration.named = reading.configuration.sites
            reading.configuration.configuration = reader.findings.file
            reading.configuration.checkFiles(section)
            if reading.configuration.enrol == nil, reading.configuration.sites.isEmpty {
                section.problem("sites", "is missing: the names of the hubs that report here")
            }
            do throws(Problems) { reading.configuration.sites = try reading.configuration.allSites() } catch {
                reader.findings.problems += error.all
            }
        }
        return reading.configuration
    }

    /// `plated-hub site` writes two files: neither may be the other one, or what is somebody else's.
    private func checkFiles(_ section: MappingReader) {
        guard let enrol else { return }
        let place = SecretPlace(configuration: configuration, environment: [:])
        var others = [("the configuration itself", configuration)]
        for (key, name) in [
            ("credentials_file", access.credentialsFile), ("ca_file", access.authorities),
            ("certificate_file", access.certificate), ("key_file", access.key),
        ] {
            if let name { others.append(("that of ingest.\(key)", place.path(of: name))) }
        }
        for (key, path) in [("users_file", enrol.usersFile), ("sites_file", place.path(of: enrol.sitesFile))] {
            let url = URL(fileURLWithPath: path).standardized
            let same = others.first { URL(fileURLWithPath: $0.1).standardized == url }
            if let same { section.problem("enrol", "has \(path) as \(key), which is \(same.0): name another file") }
            others.append(("that of \(key)", path))
        }
    }

    package static func text(_ settings: IngestSettings?) -> String {
        guard let settings else { return "null" }
        return "\n  " + keys.flatMap { $0.lines(of: settings) }.joined(separator: "\n  ")
    }

    static func sites(_ reader: MappingReader) -> [SiteSettings] {
        guard let node = reader.node("sites") else { return [] }
        guard case .sequence(let elements) = node else {
            reader.problem("sites", "expects a list of sites, each with a name and the keys of its machines")
            return []
        }
        var found: [SiteSettings] = []
        for (index, element) in elements.enumerated() {
            reader.element(element, of: "sites", number: index + 1) { reader in
                var name = ""
                reader.string("name", into: &name)
                if !HubName.fits(name) {
                    reader.problem("name", name.isEmpty ? "is missing" : "is \(name), and \(HubName.rule)")
                }
                if found.contains(where: { $0.name == name }) {
                    reader.problem("name", "is \(name), as that of another site")
                }
                var texts: [String] = []
                reader.strings("keys", into: &texts)
                let keys = texts.compactMap { PublicKey(in: $0) }
                if keys.count < texts.count {
                    reader.problem("keys", "expects public keys as `plated key` prints them, 44 characters of base64")
                }
                var lists: [String] = []
                reader.strings("lists", into: &lists)
                found.append(SiteSettings(name: name, keys: SiteKeys(keys), lists: lists))
            }
        }
        return found
    }
}
