import Answers
import Basics
import Logging
import Records

/// Asks sites for pictures while somebody looks at them. Nothing of a picture is kept: what came is handed on, if it is what the record tells of.
package actor PictureAsker {
    /// How long is waited.
    package struct Patience: Sendable {
        /// For a piece, until it is asked for again.
        package var piece = Duration.seconds(4)
        /// How often a piece is asked for.
        package var attempts = 2
        /// For a picture; a page waits no longer.
        package var picture = Duration.seconds(15)
        /// For how long a site that did not answer is not asked again.
        package var silence = Duration.seconds(10)
        /// For a picture that is to be kept, for which nobody waits.
        package var keeping = Duration.seconds(300)

        package init() {}
    }

    private static let pulse = Duration.seconds(2)
    /// Pictures that are asked for at once while somebody looks: of one site, and in all. Those that are kept have places of their own.
    private static let most = (ofOne: 6, all: 60)
    /// What came of pictures and then no more.
    private static let mostParts = 16

    private struct Key: Hashable {
        var site: String
        var digest: Digest
    }

    private struct Fetch {
        var task: Task<Result<[UInt8], PictureAbsence>, Never>
        /// Whether nobody looked when it began.
        var isKept: Bool
    }

    private var sites: Set<String>
    private let line: any PictureLine
    private let patience: Patience
    private let talk: Logger
    /// The sites whose pictures this centre keeps, of all that it may ask.
    package nonisolated let share: SiteShare
    /// Nil where no picture is kept.
    private let keeper: PictureKeeper?
    /// What is to be kept.
    private var queue = KeepingQueue()
    /// What came of pictures that are to be kept, until the line was lost: they go on there.
    private var parts: [Key: [UInt8]] = [:]
    private var offers: [String: PicturePolicy] = [:]
    private var silent: [String: ContinuousClock.Instant] = [:]
    private var running: [Key: Fetch] = [:]
    /// By the numbers of looks.
    private var slots: [String: (site: String, slot: PieceSlot)] = [:]
    private var session = ToldSession()

    package init(
        _ sites: [String], line: any PictureLine, share: SiteShare, keeper: PictureKeeper? = nil,
        patience: Patience = Patience(), talk: Logger
    ) {
        self.sites = Set(sites)
        self.line = line
        self.share = share
        self.keeper = keeper
        self.patience = patience
        self.talk = talk
    }

    /// Asks these from now on, and no others.
    package func take(_ sites: [String]) {
        guard self.sites != Set(sites) else { return }
        self.sites = Set(sites)
        offers = offers.filter { self.sites.contains($0.key) }
        // So that it listens to all of them anew.
        session = ToldSession()
    }

    /// Runs until the task is cancelled.
    package func run() async {
        await line.begin()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await arrival in self.line.arrivals { await self.take(arrival) } }
            group.addTask { await self.keepListening() }
            await group.next()
            group.cancelAll()
        }
        await line.end()
    }

    private func keepListening() async {
        while !Task.isCancelled {
            if session.isDue(over: line) { for site in sites.sorted() { line.listen(to: site) } }
            await session.wait(for: line, upTo: Self.pulse)
        }
    }

    // MARK: - What comes

    /// What a site said last; nil before it has said anything.
    package func offer(of site: String) -> PicturePolicy? { offers[site] }

    private func take(_ arrival: FleetArrival) {
        guard sites.contains(arrival.site) else { return }
        silent[arrival.site] = nil
        if let news = PictureNews(arrival.bytes) {
            // Whoever tells of pictures shows them: a broker may have lost that word.
            if offers[arrival.site] == nil { note(.always, of: arrival.site) }
            return note(news, of: arrival.site)
        }
        guard let piece = PicturePiece(arrival.bytes) else {
            return note(PicturePolicy(offer: arrival.bytes), of: arrival.site)
        }
        // What a site says of another's picture is heard by nobody.
        guard let (site, slot) = slots[piece.number], site == arrival.site else { return }
        slot.put(piece.content)
    }

    private func note(_ offer: PicturePolicy?, of site: String) {
        if offer != offers[site] {
            talk.info("the site \(site) shows its pictures: \(offer?.rawValue ?? "not any more")")
        }
        offers[site] = offer
    }

    // MARK: - Keeping

    private func note(_ news: PictureNews, of site: String) {
        // Another centre of the history asks for it, or will once it has the site: it is told of again.
        guard share.sites.contains(site) else { return }
        guard keeper != nil else { return line.say(PictureReceipt(news.digest, .refused), to: site) }
        queue.add(news, of: site)
        keepNext()
    }

    private func keepNext() {
        guard let keeper else { return }
        while let (site, news) = queue.next() {
            Task {
                let word = await keeper.keep(news, of: site, by: self)
                queue.end(news, of: site)
                line.say(PictureReceipt(news.digest, word), to: site)
                keepNext()
            }
        }
    }

    // MARK: - Asking

    /// - Parameters:
    ///   - event: its identifier at the site.
    ///   - file: the picture, as the event's record names it.
    ///   - isKept: whether nobody waits for it. What came before the line was lost need not come again then.
    package func picture(
        _ file: PlateEvidence.File, of event: String, at site: String, isKept: Bool = false
    ) async -> Result<[UInt8], PictureAbsence> {
        guard offers[site] != nil else { return .failure(.unoffered) }
        guard file.bytes <= PicturePiece.longest else { return .failure(.tooLarge) }
        guard let digest = Digest(file.sha256), file.bytes > 0 else { return .failure(.changed) }
        let key = Key(site: site, digest: digest)
        // Several who look at one picture ask once.
        if let task = running[key]?.task {
            return isKept ? await task.value : await Self.value(of: task, upTo: patience.picture)
        }
        guard line.isConnected else { return .failure(.unconnected) }
        if let until = silent[site], ContinuousClock.now < until { return .failure(.silent) }
        guard isKept || hasPlace(at: site) else { return .failure(.busy) }
        let task = Task<Result<[UInt8], PictureAbsence>, Never> {
            do throws(PictureAbsence) {
                return .success(try await fetch(key, bytes: file.bytes, of: event, isKept: isKept))
            } catch {
                return .failure(error)
            }
        }
        running[key] = Fetch(task: task, isKept: isKept)
        let answer = await task.value
        running[key] = nil
        return answer
    }

    /// For somebody who looks.
    private func hasPlace(at site: String) -> Bool {
        let looks = running.filter { !$0.value.isKept }.keys
        return looks.count < Self.most.all && looks.count(where: { $0.site == site }) < Self.most.ofOne
    }

    /// What comes of a picture that somebody else asked for, who may have longer to wait.
    private static func value(
        of task: Task<Result<[UInt8], PictureAbsence>, Never>, upTo patience: Duration
    ) async -> Result<[UInt8], PictureAbsence> {
        let (answers, answer) = AsyncStream.makeStream(of: Result<[UInt8], PictureAbsence>.self)
        Task { answer.yield(await task.value) }
        let clock = Task {
            try? await Task.sleep(for: patience)
            answer.yield(.failure(.slow))
        }
        defer { clock.cancel() }
        for await first in answers { return first }
        // Nobody looks any more.
        return .failure(.slow)
    }

    private func fetch(
        _ key: Key, bytes count: Int, of event: String, isKept: Bool
    ) async throws(PictureAbsence) -> [UInt8] {
        let (site, digest) = (key.site, key.digest)
        let (number, slot) = (String(UInt64.random(in: 0 ... .max), radix: 16), PieceSlot())
        slots[number] = (site, slot)
        defer { slots[number] = nil }
        let end = ContinuousClock.now + (isKept ? patience.keeping : patience.picture)
        var bytes = parts.removeValue(forKey: key) ?? []
        while bytes.count < count {
            let look = PictureLook(number: number, event: event, digest: digest, offset: bytes.count)
            let piece: [UInt8]
            do throws(PictureAbsence) { piece = try await self.piece(look, of: site, in: slot, until: end) } catch {
                if isKept, error.mayPass, !bytes.isEmpty {
                    if parts.count >= Self.mostParts, let other = parts.keys.first { parts[other] = nil }
                    parts[key] = bytes
                }
                throw error
            }
            guard piece.count == min(PicturePiece.size, count - bytes.count) else { throw .changed }
            bytes += piece
        }
        try await Self.check(bytes, digest)
        return bytes
    }

    /// Not on the actor, which has others to answer meanwhile.
    @concurrent private static func check(_ bytes: [UInt8], _ digest: Digest) async throws(PictureAbsence) {
        guard Digest(of: bytes) == digest else { throw .changed }
        guard JPEGShape.fits(bytes) else { throw .noJPEG }
    }

    private func piece(
        _ look: PictureLook, of site: String, in slot: PieceSlot, until end: ContinuousClock.Instant
    ) async throws(PictureAbsence) -> [UInt8] {
        for _ in 0..<patience.attempts {
            guard line.ask(look, of: site) else { throw .unconnected }
            switch await slot.content(from: look.offset, upTo: min(patience.piece, end - .now)) {
            case .bytes(let bytes, _): return bytes
            case .refused(let absence): throw absence
            case nil: if ContinuousClock.now >= end { throw .slow }
            }
        }
        guard look.offset == 0 else { throw .slow }
        silent[site] = .now + patience.silence
        throw .silent
    }
}
