import Answers
import Basics
import History
import Logging
import Records
import Synchronization

/// What a hub does for sites that report to it. All that it knows of them is in its history, so any number of centres may share one.
package final class Centre: Sendable {
    /// For how long a site waits for news in one request: less than what proxies allow.
    private static let longestWait = Duration.seconds(25)
    /// Sites that wait at once. Those beyond come again soon.
    private static let mostWaiting = 2000

    package let register: SiteRegister
    package let records: RecordsDesk
    package let heard: StandingsHeard
    package let asker: PictureAsker
    package let bell: SiteBell
    /// Nil where no pictures are kept.
    private let keeper: PictureKeeper?
    private let history: any History
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private let forget: @Sendable ([StoredRecord], _ site: String) async throws -> Void
    private let waiting = Mutex(0)

    package init(
        _ history: any History, keeper: PictureKeeper? = nil, talk: Logger,
        now: @escaping @Sendable () -> WallTime,
        forget: (@Sendable ([StoredRecord], _ site: String) async throws -> Void)? = nil
    ) {
        self.history = history
        self.keeper = keeper
        self.talk = talk
        self.now = now
        register = SiteRegister(history)
        records = RecordsDesk(history, talk: talk, now: now)
        heard = StandingsHeard(history, now: now)
        bell = SiteBell(history)
        asker = PictureAsker(history, heard: heard, bell: bell, now: now)
        self.forget = forget ?? { try await SiteBooks.forget($0, of: $1, in: history) }
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.bell.run() }
            group.addTask { try await self.heard.run() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // MARK: - Joining

    package func join(_ bearer: String, _ request: JoinRequest) async throws -> JoinAnswer {
        let site = try await register.join(bearer, request, now: now())
        talk.notice("the site \(site) has joined")
        bell.ring(site)
        return JoinAnswer(site: site)
    }

    // MARK: - News

    /// Waits until there is something for a site, or as long as proxies let it.
    ///
    /// - Parameter tag: what tells the lists that the site has from others; nil where it takes none.
    /// - Returns: nil where so many wait that this one cannot; throws where the site is no longer one.
    package func news(
        for token: SiteToken, lists tag: String?, upTo patience: Duration
    ) async throws -> SiteNews? {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isAdmitted else { return nil }
        defer { waiting.withLock { $0 -= 1 } }
        let calls = bell.bell(of: token.site).stream()
        let end = ContinuousClock.now + min(patience, Self.longestWait)
        while true {
            guard let site = try await register.site(of: token) else { throw SiteRegister.Refusal.unknown }
            if let tag, tag != site.heldLists { await note(tag, of: site.name) }
            let lists = site.lists?.tag
            let news = SiteNews(lists: lists, pictures: try await asker.wanted(of: site.name))
            if ContinuousClock.now >= end || !news.pictures.isEmpty || tag != nil && lists != nil && lists != tag {
                return news
            }
            await Self.wait(for: calls, until: end)
        }
    }

    private static func wait(for calls: AsyncStream<Void>, until end: ContinuousClock.Instant) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in calls { return } }
            group.addTask { do { try await Task.sleep(until: end, clock: .continuous) } catch {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func note(_ tag: String, of site: String) async {
        var batch = Batch()
        batch.kept[KeptName(SiteBooks.space(of: site), SiteBooks.held)] = tag
        // It says so again.
        do { _ = try await history.store(batch) } catch {}
    }

    /// The lists of a site with what tells them from others; nil where this history names none to anybody, or they are others just now.
    package func lists(of site: SiteBooks) async throws -> (lists: [SiteList], tag: String)? {
        guard let manifest = site.lists, let lists = try await manifest.lists(in: history) else { return nil }
        return (lists, manifest.tag)
    }

    // MARK: - Pictures

    /// Takes a picture of a site.
    ///
    /// - Parameter event: its identifier at the site.
    package func take(
        _ bytes: [UInt8], as digest: Digest, of event: String, from site: String
    ) async throws -> PictureKeeper.Word {
        guard JPEGShape.fits(bytes) else {
            _ = try await asker.take(.failure(.noJPEG), as: digest.description, of: site)
            return .refused
        }
        let wasAsked = try await asker.take(.success(bytes), as: digest.description, of: site)
        // A site that sends all of them sends what somebody looks at, too.
        guard asker.offer(of: site) == .always || !wasAsked else { return .kept }
        guard let keeper else { return wasAsked ? .kept : .refused }
        let word = await keeper.keep(bytes, as: digest, of: event, from: site)
        return wasAsked && word != .later ? .kept : word
    }

    // MARK: - Forgetting

    /// Forgets what a site has forgotten; done where this returns.
    package func carryOut(_ message: ForgottenRecords, of site: String) async throws {
        let records = try await SiteBooks.records(message, of: site, in: history)
        guard !records.isEmpty else { return }
        try await forget(records, site)
        talk.info("forgot \(records.count) records that the site \(site) has forgotten")
    }
}
