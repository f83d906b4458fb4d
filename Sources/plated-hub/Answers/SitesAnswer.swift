import Answers
import Basics
import Delivery
import Fleet
import History
import Proof
import Records

/// How far a centre has each of its sites, which of them is late, and what their chains are like, as its history has it.
struct SitesAnswer {
    /// How long what waits at a site may be old until the site is late.
    private static let patience: Int64 = 60_000

    let books: [SiteBooks]
    /// What each said last of itself, and when.
    private let said: [String: (word: SiteWord, at: WallTime)]
    private let now: WallTime

    init(_ history: any History, now: WallTime = .now) async throws {
        let register = SiteRegister(history)
        var books: [SiteBooks] = []
        for site in try await register.names() {
            if let found = try await register.site(site) { books.append(found) }
        }
        self.books = books
        said = try await StandingsHeard.said(by: books.map(\.name), in: history)
        self.now = now
    }

    private func lists(of site: SiteBooks) -> String {
        guard let tag = site.lists?.tag, site.lists?.files.isEmpty == false || site.heldLists != nil else {
            return "none"
        }
        return site.heldLists == tag
            ? "as here" : site.heldLists == nil || site.heldLists == "none" ? "not yet" : "older"
    }

    /// Whether a site is late, since when, and why.
    func state(of site: SiteBooks) -> (word: String, since: WallTime?, reason: String?) {
        guard let (word, at) = said[site.name] else {
            return ("not heard of yet", site.joined, "its hub may not have been started anew since it joined")
        }
        if now.milliseconds - at.milliseconds > SiteStandings.patience.milliseconds {
            return ("silent", at, "its hub or its line is down")
        }
        if let oldest = word.oldest, now.milliseconds - oldest > Self.patience {
            let reason = word.trouble.map { ": \($0)" } ?? ""
            return ("late", WallTime(milliseconds: oldest), "\(word.waiting) records wait there\(reason)")
        }
        return ("up to date", nil, nil)
    }

    /// For `site list`.
    var listText: String {
        guard !books.isEmpty else { return "There is no site. To let one in: plated-hub site add NAME\n" }
        var table = TextTable(["site", "state", "since", "newest record", "lists", "pictures", "keys"])
        for site in books {
            let state = state(of: site)
            table.add([
                site.name, state.word, state.since.map(LocalZone.current.text) ?? "",
                site.newest.map(LocalZone.current.text) ?? "none", lists(of: site),
                said[site.name]?.word.policy.rawValue ?? "",
                site.keys.keys.isEmpty ? "any" : site.keys.keys.map(\.fingerprint).joined(separator: " "),
            ])
        }
        let reasons = books.compactMap { site in
            state(of: site).reason.map { "\(site.name): \($0)".shown + "\n" }
        }
        return table.text + (reasons.isEmpty ? "" : "\nWhy:\n" + reasons.joined())
    }

    var statusText: String {
        guard !books.isEmpty else { return "" }
        var table = TextTable([
            "site", "state", "newest record", "stored", "up to", "chains", "late seals", "breaks", "lists", "forgotten",
        ])
        for site in books {
            table.add([
                site.name, state(of: site).word, site.newest.map(LocalZone.current.text) ?? "none",
                site.stored.map(LocalZone.current.text) ?? "never", "\(site.committed)", "\(site.chains.count)",
                "\(site.late.count)", "\(site.breaks)", lists(of: site), "\(site.forgotten)",
            ])
        }
        let troubles = books.flatMap { site in
            site.chains.sorted { $0.key < $1.key }.compactMap { name, chain in
                chain.trouble.map { "\(site.name), \(name): \($0)".shown + "\n" }
            }
                + site.late.map {
                    "\(site.name), \($0): lines came for hours without a seal under them".shown + "\n"
                }
        }
        return "\n" + table.text + (troubles.isEmpty ? "" : "\nWhat is wrong with chains:\n" + troubles.joined())
    }

    var json: String {
        JSONObject.list(
            books.map { site in
                var object = JSONObject()
                object.add("site", site.name)
                let state = state(of: site)
                object.add("state", state.word)
                object.add("since", state.since, in: .current)
                object.add("reason", state.reason)
                object.add("waiting", said[site.name]?.word.waiting ?? 0)
                object.add("expired", Int(site.gone[.expired] ?? 0))
                object.add("refused", Int(site.gone[.refused] ?? 0))
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
            let labels: MetricFamily.Labels = ["site": site.name]
            committed.add(Int(site.committed), labels)
            if let time = site.newest { newest.add(Double(time.milliseconds) / 1000, labels) }
            breaks.add(site.breaks, labels)
            late.add(site.late.count, labels)
        }
        var waiting = MetricFamily(
            "plated_fleet_waiting_records", .gauge, "Records that wait at a site, as it said last.")
        var heard = MetricFamily(
            "plated_fleet_heard_timestamp_seconds", .gauge, "When a site was heard of last.")
        for (site, said) in said.sorted(by: { $0.key < $1.key }) {
            waiting.add(said.word.waiting, ["site": site])
            heard.add(Double(said.at.milliseconds) / 1000, ["site": site])
        }
        return [committed, newest, breaks, late, waiting, heard]
    }
}

extension SiteBooks {
    fileprivate var breaks: Int { chains.values.reduce(0) { $0 + $1.breaks } }

    /// Chains that a scanner should have sealed: what the hub makes is sealed by nobody.
    fileprivate var late: [String] {
        chains.filter { !$0.key.hasPrefix("/") && $0.value.isLate }.map(\.key).sorted()
    }
}
