import History
import Logging
import Records

/// Puts the lists that are meant for sites into the centre's history, from where every centre of that hands them out.
package actor ListPublisher {
    private static let pulse = Duration.seconds(2)
    /// Of all lists of a site, in bytes.
    private static let largest = 64 << 20

    private let lists: any SiteLists
    private let names: @Sendable (_ site: String) -> Set<String>
    private let history: any History
    private let register: SiteRegister
    private let bell: SiteBell
    private let talk: Logger
    private var done: (generation: Int, sites: [String])?
    private var isTroubled = false

    /// - Parameter names: of the lists that are meant for a site.
    package init(
        _ lists: any SiteLists, names: @escaping @Sendable (_ site: String) -> Set<String>, history: any History,
        bell: SiteBell, talk: Logger
    ) {
        self.lists = lists
        self.names = names
        self.history = history
        register = SiteRegister(history)
        self.bell = bell
        self.talk = talk
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        while true {
            do { try await publish() } catch let failure as HistoryFailure where failure.mayPass {
                talk.warning("\(failure); sites get other lists later")
            }
            try await Task.sleep(for: Self.pulse)
        }
    }

    package func publish() async throws {
        let now = (generation: lists.generation, sites: try await register.names())
        if let done, done == now { return }
        var batch = Batch()
        var (before, after): (Set<String>, Set<String>) = ([], [])
        var changed: [String] = []
        var isLacking = false
        for site in now.sites {
            guard let books = try await register.site(site) else { continue }
            let old = books.lists
            before.formUnion(old?.files.map(\.hash) ?? [])
            guard let its = lists.lists(for: site, names(site)) else {
                // They keep what they have.
                isLacking = true
                after.formUnion(old?.files.map(\.hash) ?? [])
                continue
            }
            guard its.reduce(0, { $0 + $1.bytes.count }) <= Self.largest else {
                talk.error("the lists of the site \(site) are larger than 64 MB in all: it keeps what it has")
                after.formUnion(old?.files.map(\.hash) ?? [])
                continue
            }
            let manifest = ListManifest(its)
            after.formUnion(manifest.files.map(\.hash))
            // Who never had any need not be told that there are none.
            guard manifest != old, old != nil || !its.isEmpty else { continue }
            for (file, list) in zip(manifest.files, its) {
                batch.kept[ListManifest.name(of: file.hash)] = String(decoding: list.bytes, as: UTF8.self)
            }
            batch.kept[KeptName(SiteBooks.space(of: site), SiteBooks.lists)] = manifest.text
            SiteBell.note(site, in: &batch)
            changed.append(site)
            let files = manifest.files.map(\.name).joined(separator: ", ")
            talk.info("the site \(site) gets other lists: \(files.isEmpty ? "none" : files)")
        }
        // What no site has any more is not kept.
        for hash in before.subtracting(after) { batch.kept[ListManifest.name(of: hash)] = "" }
        if !batch.kept.isEmpty { _ = try await history.store(batch) }
        changed.forEach(bell.ring)
        if isLacking, !isTroubled {
            talk.error("a list that sites have cannot be read: they keep what they have until it can")
        }
        isTroubled = isLacking
        if !isLacking { done = now }
    }
}
