import Basics
import History
import Logging
import Records

/// Takes in what sites hand over, and tells each how far it is on the disk: nothing else than that word makes a site go on.
///
/// Sites are shared with other centres of the same history: whose they are is asked again and again. What one that died had taken and not
/// stored comes again, since it was never told as committed.
package actor Centre {
    /// How often it is asked whose the sites are.
    private static let pulse = Duration.seconds(2)
    /// How often there may be no connection, in a row, before it is told.
    private static let patienceForBroker = 3
    /// Waits after a history that took nothing.
    private static let patience = (first: Duration.seconds(1), longest: Duration.seconds(10))
    /// Bytes of one site that wait to be stored; what is more comes again.
    private static let room = 8 << 20

    private let sites: [String: SiteSettings]
    private let line: any FleetLine
    private let history: any History
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private let forget: @Sendable ([StoredRecord], _ site: String) async throws -> Void
    private let share: SiteShare
    /// Sites for which something is being forgotten.
    private var forgetting: Set<String> = []
    /// Of the sites that are ours.
    private var books: [String: SiteBooks] = [:]
    /// What is to be stored, by site and history of it.
    private var waiting: [Key: [FleetRecord]] = [:]
    private var order: [Key] = []
    private let work = Bell()
    private var isShared = true
    private var session = 0
    private var refusals = 0
    private var isRefused = false
    /// How often in a row there was no connection.
    private var absences = 0

    private struct Key: Hashable {
        var site: String
        var origin: String
    }

    package init(
        _ sites: [SiteSettings], line: any FleetLine, history: any History, talk: Logger,
        share: SiteShare = SiteShare(), now: @escaping @Sendable () -> WallTime = { .now },
        forget: (@Sendable ([StoredRecord], _ site: String) async throws -> Void)? = nil
    ) {
        self.sites = Dictionary(sites.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        self.line = line
        self.history = history
        self.talk = talk
        self.share = share
        self.now = now
        self.forget = forget ?? { try await SiteBooks.forget($0, of: $1, in: history) }
    }

    /// Runs until the task is cancelled, or the history cannot go on.
    package func run() async throws {
        await line.begin()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.hear() }
                group.addTask { try await self.keepClaiming() }
                group.addTask { try await self.keepStoring() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch is CancellationError {
            // What was not stored comes again.
        } catch {
            await line.end()
            throw error
        }
        await line.end()
    }

    /// The sites that are ours now.
    package var ours: Set<String> { Set(books.keys) }

    // MARK: - Whose the sites are

    private func keepClaiming() async throws {
        let line = line
        while !Task.isCancelled {
            let (session, isConnected) = (line.sessions, line.isConnected)
            let claimed = await claimed()
            share.sites = claimed
            for site in Set(books.keys).subtracting(claimed) { give(site) }
            for site in claimed.subtracting(books.keys).sorted() { try await take(site) }
            await greet()
            // Not with every word that went out, of which the line tells, too.
            _ = await line.changes.wait(upTo: Self.pulse) {
                line.sessions != session || line.isConnected != isConnected
            }
        }
        throw CancellationError()
    }

    private func claimed() async -> Set<String> {
        do {
            let claimed = try await history.claims.claim(sites.keys.sorted()).intersection(sites.keys)
            if !isShared { talk.notice("it can be told again whose the sites are") }
            isShared = true
            return claimed
        } catch {
            if isShared {
                talk.error("\(error); until then this centre takes no site in, and nothing is lost meanwhile")
            }
            isShared = false
            return []
        }
    }

    private func take(_ site: String) async throws {
        guard let settings = sites[site] else { return }
        do {
            books[site] = SiteBooks(settings, kept: try await history.kept(SiteBooks.space(of: site)))
        } catch let failure as HistoryFailure where failure.mayPass {
            return talk.warning("\(failure); the site \(site) waits for it")
        }
        talk.info("takes in the site \(site)")
        line.listen(to: ours)
        say(to: site)
    }

    private func give(_ site: String) {
        talk.info("gives the site \(site) to another centre")
        forget(site)
        line.listen(to: ours)
    }

    private func forget(_ site: String) {
        books[site] = nil
        for key in order where key.site == site { waiting[key] = nil }
        order.removeAll { $0.site == site }
    }

    /// After each connection: the broker may have forgotten everything.
    private func greet() async {
        guard line.isConnected else {
            absences += 1
            // Not at once: a connection takes its time, and many last for ever.
            if absences == Self.patienceForBroker {
                let absence = await line.absence()
                talk.error("\(absence); sites wait for it, and nothing is lost meanwhile")
            }
            return
        }
        if absences >= Self.patienceForBroker { talk.notice("there is a connection to the broker again") }
        absences = 0
        hearRefusals()
        guard session != line.sessions else { return }
        session = line.sessions
        line.listen(to: ours)
        for site in ours.sorted() { say(to: site) }
    }

    /// A cluster without a majority lets nobody subscribe for a while; other brokers where we may not. It is asked again with each pulse.
    private func hearRefusals() {
        let isNew = line.refusals != refusals
        refusals = line.refusals
        if isNew { line.listen(to: ours) }
        if isNew, !isRefused {
            talk.warning(
                "the broker does not let this centre listen to its sites; it is asked again, and nothing is lost meanwhile"
            )
        }
        isRefused = isNew
    }

    private func say(to site: String) {
        if let word = books[site]?.ledger.word { line.say(word, to: site) }
    }

    // MARK: - What comes

    private func hear() async throws {
        for await arrival in line.arrivals { take(arrival) }
        throw CancellationError()
    }

    private func take(_ arrival: FleetArrival) {
        guard books[arrival.site] != nil else { return }
        if let told = SiteStandings(arrival.bytes) {
            return share.standings.hear(told, from: arrival.site, at: .now)
        }
        if let names = ForgottenRecords(arrival.bytes) { return carryOut(names, of: arrival.site) }
        let message: FleetMessage
        do throws(FleetFault) {
            message = try FleetMessage(arrival.bytes)
        } catch {
            return talk.warning("what came from the site \(arrival.site) is no message of a hub: \(error)")
        }
        let key = Key(site: arrival.site, origin: message.origin)
        guard waiting[key, default: []].reduce(message.size, { $0 + $1.size }) <= Self.room else { return }
        let new = books[arrival.site]?.ledger.take(message) ?? []
        if new.isEmpty { return say(to: arrival.site) }
        if waiting[key] == nil { order.append(key) }
        waiting[key, default: []] += new
        work.ring()
    }

    // MARK: - Forgetting

    /// What a site has forgotten. Where that fails, it says so again.
    private func carryOut(_ message: ForgottenRecords, of site: String) {
        guard forgetting.insert(site).inserted else { return }
        Task {
            do {
                let records = try await SiteBooks.records(message, of: site, in: history)
                if !records.isEmpty { try await forget(records, site) }
                if !records.isEmpty { talk.info("forgot \(records.count) records that the site \(site) has forgotten") }
                line.say(ForgottenReceipt(message.digest), to: site)
            } catch {
                talk.error("\(error); what the site \(site) has forgotten is not forgotten here yet")
            }
            forgetting.remove(site)
        }
    }

    // MARK: - Storing

    private func keepStoring() async throws {
        let calls = work.stream()
        for await _ in calls {
            while !order.isEmpty { try await storeNext() }
        }
        throw CancellationError()
    }

    /// Stores what waits of all sites, each its share, in one transaction.
    private func storeNext() async throws {
        var batch = Batch()
        var stored: [(key: Key, last: Int64)] = []
        let packer = LinePacker(history.lineForm)
        for key in order {
            guard let records = waiting[key], let last = records.last else { continue }
            guard batch.bytes < Batch.size else { break }
            let told = books[key.site]?.add(records, of: key.origin, to: &batch, packer: packer, now: now()) ?? []
            for fault in told { talk.warning("\(fault)") }
            stored.append((key, last.seq))
            waiting[key] = nil
        }
        order.removeAll { waiting[$0] == nil }
        guard try await store(batch) else {
            let sites = Set(stored.map(\.key.site))
            talk.info("another centre has stored more of \(sites.sorted().joined(separator: ", ")): it is read what")
            // Whose they are is asked again, and with that how far they are.
            return sites.forEach(forget)
        }
        for (key, last) in stored {
            books[key.site]?.ledger.store(key.origin, upTo: last)
            say(to: key.site)
        }
    }

    /// - Returns: false where another centre was there before, with another state of things.
    private func store(_ batch: Batch) async throws -> Bool {
        var wait = Self.patience.first
        var failed = false
        while true {
            do {
                let stored = try await history.store(batch)
                if failed { talk.notice("the history \(history.place) takes records again") }
                // What keeps it from that for a moment is no reason to store all of it once more.
                if stored.forgotten > 0 || history.news.owesSweep { try await history.sweepForgotten(talk) }
                return true
            } catch let failure as HistoryFailure where failure.cause == .overtaken {
                return false
            } catch let failure as HistoryFailure where failure.mayPass {
                if !failed { talk.error("\(failure)") }
                failed = true
                try await Task.sleep(for: wait)
                wait = min(wait * 2, Self.patience.longest)
            }
        }
    }
}
