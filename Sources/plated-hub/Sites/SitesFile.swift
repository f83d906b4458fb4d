import Basics
import Delivery
import Fleet
import Glibc
import Service

/// The file of the sites that have joined. `plated-hub site` writes it whole; a person may change lists and keys in it.
struct SitesFile {
    private static let note =
        "# Sites of this centre. plated-hub site add, rotate and remove write it; lists may be changed by hand.\n"

    let path: String

    func all() throws -> [SiteSettings] { try IngestSettings.sites(inFile: path) }

    func set(_ site: String, keys: [String]) throws {
        var sites = try all()
        let place = sites.firstIndex { $0.name == site }
        let lists = place.map { sites[$0].lists } ?? []
        let settings = SiteSettings(name: site, keys: SiteKeys(texts: keys), lists: lists)
        if let place { sites[place] = settings } else { sites.append(settings) }
        try write(sites)
    }

    /// - Returns: whether it was there.
    func remove(_ site: String) throws -> Bool {
        let sites = try all()
        let rest = sites.filter { $0.name != site }
        if rest.count < sites.count { try write(rest) }
        return rest.count < sites.count
    }

    private func write(_ sites: [SiteSettings]) throws {
        let lines = sites.map { "  - \(IngestSettings.text(of: $0))\n" }.joined()
        let isNew = access(path, F_OK) != 0
        try WholeFile(path, as: "the sites").write(
            Array((Self.note + (sites.isEmpty ? "sites: []\n" : "sites:\n\(lines)")).utf8))
        // The hub, which is another user, reads it.
        if isNew { chmod(path, 0o644) }
    }
}
