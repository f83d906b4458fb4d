import Basics
import Logging
import Proof
import Records

/// Takes in the lists of a site's centre: believes what its key has signed and is newer than what is here, asks for the pieces, and puts
/// all of them in the place of the old ones at once.
package actor ListReceiver {
    /// What comes.
    package enum Arrival: Sendable {
        case connected
        case notice([UInt8])
        case piece([UInt8])
    }

    /// How long to wait for pieces until they are asked for again.
    private static let patience = (first: Duration.seconds(3), longest: Duration.seconds(60))

    private let site: String
    private let keys: [PublicKey]
    private let store: any CentreListStore
    private let say: @Sendable (ListWants) -> Void
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private let inbox: AsyncStream<Arrival>
    private nonisolated let post: AsyncStream<Arrival>.Continuation
    private var held: ListNotice?
    private var coming: (notice: ListNotice, bytes: [UInt8])?
    private var pieces: [Digest: [UInt8]] = [:]
    /// Asked for, and not come yet.
    private var asked: Set<Digest> = []
    /// The version that is here and is not whole any more: nothing that old is believed but it.
    private var spoilt: Int64 = 0
    /// The notice that was not believed last.
    private var refused: [UInt8]?
    private var standing = CentreListStanding()
    private var wait = patience.first
    private var isStuck = false

    /// - Parameters:
    ///   - keys: the centre's.
    ///   - say: tells the centre which lists are here, and which pieces are missing.
    package init(
        site: String, keys: [PublicKey], store: any CentreListStore, talk: Logger,
        now: @escaping @Sendable () -> WallTime = { .now }, say: @escaping @Sendable (ListWants) -> Void
    ) {
        self.site = site
        self.keys = keys
        self.store = store
        self.talk = talk
        self.now = now
        self.say = say
        (inbox, post) = AsyncStream.makeStream(of: Arrival.self, bufferingPolicy: .bufferingOldest(1000))
    }

    package nonisolated func take(_ arrival: Arrival) { post.yield(arrival) }

    /// Runs until the task is cancelled.
    package func run() async {
        begin()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await arrival in self.inbox { await self.hear(arrival) } }
            group.addTask { await self.keepAsking() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Those that are here count as what was told last, if the centre's key stands under them still: nothing older is believed.
    private func begin() {
        do {
            guard let bytes = try store.notice() else { return }
            let notice = try ListNotice(bytes, for: site, keys: keys)
            let isWhole = try notice.files.allSatisfy { file in
                let bytes = try store.file(file.name)
                return bytes.map { SiteList(file: file.name, bytes: $0).pieces.map { Digest(of: $0) } } == file.pieces
            }
            standing.version = notice.version
            if isWhole { held = notice } else { spoilt = notice.version }
            if !isWhole { talk.warning("somebody changed the lists that are here from the centre: they come anew") }
        } catch {
            talk.warning("the lists that are here from the centre are kept, and come anew: \(error)")
        }
    }

    private func keepAsking() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: wait) } catch { return }
            guard coming != nil else {
                wait = Self.patience.first
                continue
            }
            if missing.isEmpty { finish() } else { ask() }
            wait = min(wait * 2, Self.patience.longest)
        }
    }

    // MARK: - What comes

    private func hear(_ arrival: Arrival) {
        switch arrival {
        case .connected: ask()
        case .notice(let bytes): hear(notice: bytes)
        case .piece(let bytes): hear(piece: bytes)
        }
    }

    private func hear(notice bytes: [UInt8]) {
        // A topic that somebody cleared says nothing.
        if bytes.isEmpty { return }
        do throws(FleetFault) {
            let notice = try ListNotice(bytes, for: site, keys: keys)
            // Who is told again may not have heard that it is here.
            if notice == held, coming == nil { return ask() }
            if notice == held || notice == coming?.notice { return }
            let newest = max(held?.version ?? 0, coming?.notice.version ?? 0, spoilt - 1)
            guard notice.version > newest else {
                throw FleetFault(
                    notice.version < newest
                        ? "it is older than what is here (\(notice.version), \(newest)): somebody says again what was once so"
                        : "it has the version of what is here, and says something else")
            }
            coming = (notice, bytes)
        } catch {
            return refuse(error, bytes)
        }
        standing.coming = coming?.notice.version
        wait = Self.patience.first
        takeWhatIsHere()
        if missing.isEmpty { finish() } else { ask() }
    }

    /// What is told again until it is believed counts once.
    private func refuse(_ fault: FleetFault, _ bytes: [UInt8]) {
        if refused == bytes { return }
        refused = bytes
        let reason = fault.description
        if standing.refusal != reason { talk.error("lists that came as the centre's are refused: \(reason)") }
        standing.refused += 1
        standing.refusal = reason
        standing.refusedAt = now().milliseconds
        store.note(standing)
    }

    private func hear(piece: [UInt8]) {
        guard coming != nil else { return }
        let digest = Digest(of: piece)
        guard missing.contains(digest) else { return }
        pieces[digest] = piece
        asked.remove(digest)
        wait = Self.patience.first
        if missing.isEmpty { finish() } else if asked.isEmpty { ask() }
    }

    /// Pieces of lists that have not changed need not come again.
    private func takeWhatIsHere() {
        guard let coming else { return }
        let wanted = coming.notice.pieces
        pieces = pieces.filter { wanted.contains($0.key) }
        for name in Set((held?.files ?? []).map(\.name) + coming.notice.files.map(\.name)) {
            do {
                guard let bytes = try store.file(name) else { continue }
                for piece in SiteList(file: name, bytes: bytes).pieces {
                    let digest = Digest(of: piece)
                    if wanted.contains(digest) { pieces[digest] = Array(piece) }
                }
            } catch {
                // It comes from the centre then.
            }
        }
    }

    private var missing: [Digest] {
        guard let coming else { return [] }
        return coming.notice.pieces.filter { pieces[$0] == nil }.sorted { $0.description < $1.description }
    }

    private func ask() {
        let wanted = Array(missing.prefix(ListWants.most))
        asked = Set(wanted)
        say(ListWants(version: held?.version ?? 0, pieces: wanted))
    }

    /// Puts what has come whole in the place of what was here.
    private func finish() {
        guard let coming else { return }
        let lists = coming.notice.files.map { file in
            SiteList(file: file.name, bytes: file.pieces.flatMap { pieces[$0] ?? [] })
        }
        do {
            try store.replace(lists, notice: coming.bytes)
        } catch {
            if !isStuck { talk.error("the centre's lists cannot be taken in, and stay as they were: \(error)") }
            isStuck = true
            return
        }
        isStuck = false
        held = coming.notice
        self.coming = nil
        pieces = [:]
        spoilt = 0
        standing.version = coming.notice.version
        standing.taken = now().milliseconds
        standing.coming = nil
        store.note(standing)
        let names = lists.map(\.file).joined(separator: ", ")
        talk.notice("the centre's lists are: \(names.isEmpty ? "none" : names)")
        ask()
    }
}
