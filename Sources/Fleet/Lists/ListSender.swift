import Basics
import History
import Logging
import Proof
import Records

/// Tells sites which lists they have from their centre, and hands them the pieces that they ask for.
///
/// What a site has is known from its own word alone: a notice is told again until the site says that it has it, for a broker may lose
/// what it acknowledged; a piece that was lost is asked for again. So a broker keeps nothing large, and nothing that counts.
package actor ListSender {
    /// How long to wait for a site's word until it is told again.
    package struct Patience: Sendable {
        package var first = Duration.seconds(10)
        package var longest = Duration.seconds(600)

        package init() {}
    }

    private static let pulse = Duration.seconds(2)
    /// What a site says of a later version is made up: none of ours is as high.
    private static let highestVersion: Int64 = 1 << 53

    private let sites: [String: Set<String>]
    private let line: any ListLine
    private let lists: any SiteLists
    private let history: any History
    private let key: any Sealer
    private let patience: Patience
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    /// By site, as they go out.
    private var notices: [String: [UInt8]] = [:]
    private var pieces: [Digest: [UInt8]] = [:]
    /// Which pieces are a site's: it gets no other's.
    private var rights: [String: Set<Digest>] = [:]
    private var book = ListBook()
    private var kept = ListBook()
    private var generation: Int?
    private var session = ToldSession()
    private var unsaid: Set<String> = []
    /// When a site was told, and how long its word may take.
    private var awaited: [String: (since: ContinuousClock.Instant, wait: Duration)] = [:]
    private var isTroubled = false

    /// - Parameter sites: with the names of the lists that each gets.
    package init(
        _ sites: [String: Set<String>], line: any ListLine, lists: any SiteLists, history: any History,
        key: any Sealer, patience: Patience = Patience(), talk: Logger,
        now: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.sites = sites
        self.line = line
        self.lists = lists
        self.history = history
        self.key = key
        self.patience = patience
        self.talk = talk
        self.now = now
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        await line.begin()
        do {
            book = try await ListBook(of: history)
            kept = book
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for await arrival in self.line.arrivals { await self.take(arrival) } }
                group.addTask { try await self.keepTelling() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            await line.end()
            throw error
        }
        await line.end()
    }

    private func keepTelling() async throws {
        while true {
            try await prepare()
            tell()
            try Task.checkCancellation()
            await session.wait(for: line, upTo: Self.pulse)
        }
    }

    // MARK: - Which lists

    /// Makes notices of what has changed. Their versions are written down before anybody hears of them.
    private func prepare() async throws {
        let current = lists.generation
        if current != generation {
            let (before, lacking) = (notices, make())
            if lacking, !isTroubled {
                talk.error("a list that sites have cannot be read: they keep what they have until it can")
            }
            isTroubled = lacking
            generation = current
            let changed = notices.keys.filter { notices[$0] != before[$0] }
            unsaid.formUnion(changed)
            for site in changed { awaited[site] = nil }
        }
        guard book != kept else { return }
        // While it is written, sites may say what they have: that is written the next time.
        let written = book
        do {
            try await written.keep(over: kept, in: history)
            kept = written
        } catch let failure as HistoryFailure where failure.mayPass {
            talk.warning("\(failure); which lists sites have is written down later")
        }
    }

    /// - Returns: whether it is not known what some site gets.
    private func make() -> Bool {
        var isLacking = false
        var (pieces, rights): ([Digest: [UInt8]], [String: Set<Digest>]) = ([:], [:])
        for (site, names) in sites.sorted(by: { $0.key < $1.key }) {
            guard let lists = lists.lists(for: site, names) else {
                isLacking = true
                for digest in self.rights[site] ?? [] { pieces[digest] = self.pieces[digest] }
                rights[site] = self.rights[site]
                continue
            }
            let notice = ListNotice(site: site, version: version(for: site, lists), lists: lists)
            guard notice.files.reduce(0, { $0 + $1.pieces.count }) <= ListNotice.mostPieces else {
                talk.error("the lists of the site \(site) are larger than 64 MB in all: it keeps what it has")
                continue
            }
            do { notices[site] = try notice.bytes(signed: key) } catch {
                talk.error("signing the lists of the site \(site): \(error)")
                continue
            }
            if book.told[site]?.version != notice.version {
                let names = notice.files.map(\.name).joined(separator: ", ")
                talk.info("the site \(site) gets other lists: \(names.isEmpty ? "none" : names)")
            }
            book.told[site] = ListBook.Told(version: notice.version, content: notice.content)
            rights[site] = notice.pieces
            for piece in lists.flatMap(\.pieces) { pieces[Digest(of: piece)] = Array(piece) }
        }
        (self.pieces, self.rights) = (pieces, rights)
        return isLacking
    }

    /// Of what a site was told last, where nothing is another; else a new one, also after a history was lost or put back from an older copy:
    /// later than all that the site has, or it would refuse it.
    private func version(for site: String, _ lists: [SiteList]) -> Int64 {
        let held = heldVersion(of: site)
        guard let told = book.told[site] else { return max(held + 1, now().milliseconds) }
        let same = ListNotice(site: site, version: told.version, lists: lists)
        if same.content == told.content, told.version >= held { return told.version }
        return max(told.version + 1, held + 1, now().milliseconds)
    }

    /// As the site said; 0 for none, and where that cannot be.
    private func heldVersion(of site: String) -> Int64 {
        let version = book.held[site] ?? 0
        return version <= Self.highestVersion ? version : 0
    }

    // MARK: - Telling

    private func tell() {
        guard line.isConnected else { return }
        if session.isDue(over: line) {
            for site in sites.keys.sorted() { line.listen(to: site) }
            unsaid.formUnion(notices.keys)
        }
        // Whoever hears of a version finds it written down, or a later one could have its number.
        guard book.told == kept.told else { return }
        unsaid.formUnion(notices.keys.filter(isOverdue))
        for site in unsaid.sorted() {
            guard let notice = notices[site], line.say(notice: notice, to: site) else { continue }
            unsaid.remove(site)
            let wait = awaited[site].map { min($0.wait * 2, patience.longest) } ?? patience.first
            awaited[site] = (.now, wait)
        }
    }

    /// Whether a site was told long ago, and did not say that it has what it was told.
    private func isOverdue(_ site: String) -> Bool {
        guard !book.isCurrent(site), let (since, wait) = awaited[site] else { return false }
        return ContinuousClock.now - since >= wait
    }

    private func take(_ arrival: FleetArrival) {
        guard sites[arrival.site] != nil else { return }
        guard let wants = ListWants(arrival.bytes) else {
            return talk.warning("what came from the site \(arrival.site) is no word about lists")
        }
        if book.held[arrival.site] != wants.version {
            talk.debug("the site \(arrival.site) has lists of version \(wants.version)")
            book.held[arrival.site] = wants.version
        }
        if let told = book.told[arrival.site], heldVersion(of: arrival.site) > told.version {
            talk.notice(
                "the site \(arrival.site) has later lists than this history knows of: it is told those of now as later ones still"
            )
            // It is told anew with the next pulse.
            generation = nil
        }
        for digest in wants.pieces where rights[arrival.site]?.contains(digest) == true {
            if let piece = pieces[digest] { line.hand(piece: piece, to: arrival.site) }
        }
    }
}
