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

        package init() {}
    }

    private static let pulse = Duration.seconds(2)
    /// Pictures that are asked for at once: of one site, and in all.
    private static let most = (ofOne: 6, all: 60)

    private struct Key: Hashable {
        var site: String
        var digest: Digest
    }

    private var sites: Set<String>
    private let line: any PictureLine
    private let patience: Patience
    private let talk: Logger
    private var offers: [String: PicturePolicy] = [:]
    private var silent: [String: ContinuousClock.Instant] = [:]
    private var running: [Key: Task<Result<[UInt8], PictureAbsence>, Never>] = [:]
    /// By the numbers of looks.
    private var slots: [String: (site: String, slot: PieceSlot)] = [:]
    private var session = (number: 0, refusals: 0)

    package init(_ sites: [String], line: any PictureLine, patience: Patience = Patience(), talk: Logger) {
        self.sites = Set(sites)
        self.line = line
        self.patience = patience
        self.talk = talk
    }

    /// Asks these from now on, and no others.
    package func take(_ sites: [String]) {
        guard self.sites != Set(sites) else { return }
        self.sites = Set(sites)
        offers = offers.filter { self.sites.contains($0.key) }
        // So that it listens to all of them anew.
        session = (0, 0)
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
            if line.isConnected, line.sessions != session.number || line.refusals != session.refusals {
                session = (line.sessions, line.refusals)
                for site in sites.sorted() { line.listen(to: site) }
            }
            let (line, known) = (line, session.number)
            _ = await line.changes.wait(upTo: Self.pulse) { line.isConnected && line.sessions != known }
        }
    }

    // MARK: - What comes

    /// What a site said last; nil before it has said anything.
    package func offer(of site: String) -> PicturePolicy? { offers[site] }

    private func take(_ arrival: FleetArrival) {
        guard sites.contains(arrival.site) else { return }
        silent[arrival.site] = nil
        guard let piece = PicturePiece(arrival.bytes) else {
            let offer = PicturePolicy(offer: arrival.bytes)
            if offer != offers[arrival.site] {
                talk.info("the site \(arrival.site) shows its pictures: \(offer?.rawValue ?? "not any more")")
            }
            return offers[arrival.site] = offer
        }
        // What a site says of another's picture is heard by nobody.
        guard let (site, slot) = slots[piece.number], site == arrival.site else { return }
        slot.put(piece.content)
    }

    // MARK: - Asking

    /// - Parameters:
    ///   - event: its identifier at the site.
    ///   - file: the picture, as the event's record names it.
    package func picture(
        _ file: PlateEvidence.File, of event: String, at site: String
    ) async -> Result<[UInt8], PictureAbsence> {
        guard offers[site] != nil else { return .failure(.unoffered) }
        guard file.bytes <= PicturePiece.longest else { return .failure(.tooLarge) }
        guard let digest = Digest(file.sha256), file.bytes > 0 else { return .failure(.changed) }
        let key = Key(site: site, digest: digest)
        // Several who look at one picture ask once.
        if let task = running[key] { return await task.value }
        guard line.isConnected else { return .failure(.unconnected) }
        if let until = silent[site], ContinuousClock.now < until { return .failure(.silent) }
        guard running.count < Self.most.all, running.keys.count(where: { $0.site == site }) < Self.most.ofOne else {
            return .failure(.busy)
        }
        let task = Task<Result<[UInt8], PictureAbsence>, Never> {
            do throws(PictureAbsence) {
                return .success(try await fetch(digest, bytes: file.bytes, of: event, at: site))
            } catch {
                return .failure(error)
            }
        }
        running[key] = task
        let answer = await task.value
        running[key] = nil
        return answer
    }

    private func fetch(
        _ digest: Digest, bytes count: Int, of event: String, at site: String
    ) async throws(PictureAbsence) -> [UInt8] {
        let (number, slot) = (String(UInt64.random(in: 0 ... .max), radix: 16), PieceSlot())
        slots[number] = (site, slot)
        defer { slots[number] = nil }
        let end = ContinuousClock.now + patience.picture
        var bytes: [UInt8] = []
        while bytes.count < count {
            let look = PictureLook(number: number, event: event, digest: digest, offset: bytes.count)
            let piece = try await piece(look, of: site, in: slot, until: end)
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
