import Fleet

/// The lists of a centre as its sites get them: without whose the plates are, and with nothing that is for other sites' cameras.
package struct ListsForSites: SiteLists {
    private let watch: ListWatch

    package init(_ watch: ListWatch) {
        self.watch = watch
    }

    package var generation: Int { watch.current.generation }

    package func lists(for site: String, _ names: Set<String>) -> [SiteList]? {
        let state = watch.current
        guard
            !state.unknown.contains(where: { PlateList.parts(ofFileName: $0).map { names.contains($0.name) } ?? true })
        else { return nil }
        return state.lists.filter { names.contains($0.name) && !$0.isFromCentre }.map { list in
            let list = list.part(for: site)
            return SiteList(file: list.plainName, bytes: Array(list.text.utf8))
        }.sorted { $0.file < $1.file }
    }
}

extension PlateList {
    /// What of a centre's list a site gets. The centre calls its cameras `SITE/CAMERA`, the site has the name behind the slash.
    func part(for site: String) -> PlateList {
        let prefix = SiteCamera.name("", of: site)
        var part = self
        part.entries = entries.compactMap { entry in
            var entry = entry
            entry.owner = ""
            if entry.cameras.isEmpty { return entry }
            entry.cameras = entry.cameras.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            return entry.cameras.isEmpty ? nil : entry
        }
        return part
    }
}
