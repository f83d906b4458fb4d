import Answers
import Delivery
import Fleet
import History
import Records

/// How far a centre has each of its sites, and what their chains are like, as its history has it.
struct SitesAnswer {
    let books: [SiteBooks]
    /// Which lists sites have from here.
    let lists: ListBook

    /// - Parameter ingest: nil where the hub is no centre.
    init(_ ingest: IngestSettings?, history: any History) async throws {
        var books: [SiteBooks] = []
        for site in ingest?.current.sites ?? [] {
            books.append(SiteBooks(site, kept: try await history.kept(SiteBooks.space(of: site.name))))
        }
        self.books = books
        lists = books.isEmpty ? ListBook() : try await ListBook(of: history)
    }

    private func lists(of site: SiteBooks) -> String {
        let name = site.settings.name
        guard lists.told[name] != nil else { return "none" }
        return lists.isCurrent(name) ? "as here" : lists.held[name].map { $0 > 0 ? "older" : "not yet" } ?? "not yet"
    }

    var statusText: String {
        guard !books.isEmpty else { return "" }
        var table = TextTable([
            "site", "newest record", "stored", "up to", "chains", "late seals", "breaks", "lists", "forgotten",
        ])
        for site in books {
            table.add([
                site.settings.name, site.newest.map(LocalZone.current.text) ?? "none",
                site.stored.map(LocalZone.current.text) ?? "never", "\(site.committed)", "\(site.chains.count)",
                "\(site.late.count)", "\(site.breaks)", lists(of: site), "\(site.forgotten)",
            ])
        }
        let troubles = books.flatMap { site in
            site.chains.sorted { $0.key < $1.key }.compactMap { name, chain in
                chain.trouble.map { "\(site.settings.name), \(name): \($0)".shown + "\n" }
            }
                + site.late.map {
                    "\(site.settings.name), \($0): lines came for hours without a seal under them".shown + "\n"
                }
        }
        return "\n" + table.text + (troubles.isEmpty ? "" : "\nWhat is wrong with chains:\n" + troubles.joined())
    }

    var json: String {
        JSONObject.list(
            books.map { site in
                var object = JSONObject()
                object.add("site", site.settings.name)
                object.add("newest", site.newest, in: .current)
                object.add("stored", site.stored, in: .current)
                object.add("committed", Int(site.committed))
                object.add("chains", site.chains.count)
                object.add("late_seals", site.late.count)
                object.add("breaks", site.breaks)
                object.add("lists", lists(of: site))
                object.add("forgotten", site.forgotten)
                return object.text
            })
    }

    var families: [MetricFamily] {
        var committed = MetricFamily(
            "plated_fleet_committed_number", .gauge, "Up to which record of its own history a site is stored here.")
        var newest = MetricFamily(
            "plated_fleet_newest_timestamp_seconds", .gauge, "Time of the newest record of a site.")
        var breaks = MetricFamily(
            "plated_fleet_chain_breaks_total", .counter,
            "Lines of a site that do not name the line before them, and seals that are not its own.")
        var late = MetricFamily(
            "plated_fleet_late_seals", .gauge, "Chains of a site that grew for hours without a seal.")
        for site in books {
            let labels: MetricFamily.Labels = ["site": site.settings.name]
            committed.add(Int(site.committed), labels)
            if let time = site.newest { newest.add(Double(time.milliseconds) / 1000, labels) }
            breaks.add(site.breaks, labels)
            late.add(site.late.count, labels)
        }
        return [committed, newest, breaks, late]
    }
}

extension SiteBooks {
    /// Of the history that the site spoke of last.
    fileprivate var committed: Int64 { ledger.origin.flatMap { ledger.committed[$0] } ?? 0 }

    fileprivate var breaks: Int { chains.values.reduce(0) { $0 + $1.breaks } }

    /// Chains that a scanner should have sealed: what the hub makes is sealed by nobody.
    fileprivate var late: [String] {
        chains.filter { !$0.key.hasPrefix("/") && $0.value.isLate }.map(\.key).sorted()
    }
}
