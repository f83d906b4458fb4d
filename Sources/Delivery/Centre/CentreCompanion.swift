import Answers
import Basics
import Fleet
import History
import Logging
import Records

/// What goes between a site and its centre beside records: how the site stands, what was forgotten, lists, and pictures that somebody at the centre
/// looks at. None of it holds up a record.
actor CentreCompanion {
    /// Waits after what failed.
    private static let waits = [1, 2, 5, 10, 30].map(Duration.seconds)
    /// After the centre did not let this site in: until somebody has changed something.
    private static let shutOut = Duration.seconds(60)
    /// For news, which a centre keeps waiting for 25 seconds.
    private static let patience = Duration.seconds(45)
    /// Of all lists, in bytes.
    private static let largestLists = 96 << 20
    /// For how long a look is taken to be one and the same.
    private static let look = Duration.seconds(15)

    let client: CentreClient
    private let poller: CentreClient
    private let way: CentreWay
    private let settings: DestinationSettings
    private let surroundings: DeliverySurroundings
    private var talk: Logger { surroundings.talk }
    private var committed: Int64?
    private var falls = 0
    private var trouble: String?
    /// What tells the lists that are here from others; nil where none are.
    private var tag: String?
    private var standing = CentreListStanding()
    private var looked: [SiteNews.Look: ContinuousClock.Instant] = [:]
    private var isTroubled = false

    /// Reads what is secret.
    init(
        _ way: CentreWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) {
        client = try CentreClient(way, of: settings.name, secrets: secrets, name: "centre")
        poller = try CentreClient(way, of: settings.name, secrets: secrets, name: "news")
        self.way = way
        self.settings = settings
        self.surroundings = surroundings
    }

    func note(committed: Int64, fell: Bool) {
        self.committed = committed
        trouble = nil
        if fell { falls += 1 }
    }

    func note(trouble: String) { self.trouble = trouble }

    /// Runs until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepTelling() }
            if way.lists != .none && surroundings.lists != nil || way.pictures != .never {
                group.addTask { await self.keepAsking() }
            }
            if let history = surroundings.history {
                let teller = ForgottenTeller(
                    history: history, cameras: settings.cameras, talk: talk,
                    committed: { await self.known }, send: { await self.tell($0) })
                group.addTask { await teller.run() }
            }
        }
    }

    // MARK: - How this site stands

    private func keepTelling() async {
        var backoff = Backoff(Self.waits)
        let board = surroundings.history?.news.standing
        while !Task.isCancelled {
            let told = board?.current
            let answer = await client.ask("POST", "standing", body: .json(await word(told).text))
            var wait = SiteStandings.interval
            if let now = Committed(answer.bytes), answer.status == 200 {
                // An older copy of the centre's history has again what was forgotten.
                if let committed, now.committed < committed { falls += 1 }
                backoff.reset()
            } else {
                wait = answer.status == 401 ? Self.shutOut : backoff.next(chance: surroundings.chance())
            }
            if let board, answer.status == 200 {
                _ = await board.changes.wait(upTo: wait) { board.current != told }
            } else {
                do { try await Task.sleep(for: wait) } catch { return }
            }
        }
    }

    private func word(_ told: Standings?) async -> SiteWord {
        var waiting: (count: Int, first: WallTime?) = (0, nil)
        var origin = "none"
        if let history = surroundings.history {
            do {
                origin = try await history.origin()
                if let committed {
                    waiting = try await history.waiting(
                        behind: committed, schemas: settings.schemas, cameras: settings.cameras, most: 100_000)
                }
            } catch {
                // It is told the next time.
            }
        }
        let cameras = told?.cameras.filter { settings.cameras.isEmpty || settings.cameras.contains($0.key) } ?? [:]
        return SiteWord(
            history: origin, waiting: waiting.count, oldest: waiting.first, trouble: trouble, pictures: way.pictures,
            version: surroundings.version, standings: Standings(cameras))
    }

    // MARK: - What was forgotten

    private var known: (upTo: Int64, falls: Int)? { committed.map { ($0, falls) } }

    private func tell(_ message: ForgottenRecords) async -> Bool {
        // It searches all that the centre has, and has its disk rid of it.
        await client.ask("POST", "forgotten", body: .bytes(message.bytes), within: .seconds(120)).status == 204
    }

    // MARK: - News

    private func keepAsking() async {
        var backoff = Backoff(Self.waits)
        let takesLists = way.lists != .none && surroundings.lists != nil
        if takesLists { begin() }
        while !Task.isCancelled {
            let lists = takesLists ? "&lists=\(tag ?? "none")" : ""
            let answer = await poller.ask("GET", "news?wait=25\(lists)", within: Self.patience)
            guard answer.status == 200, let news = SiteNews(answer.bytes) else {
                let wait = answer.status == 401 ? Self.shutOut : backoff.next(chance: surroundings.chance())
                do { try await Task.sleep(for: wait) } catch { return }
                continue
            }
            backoff.reset()
            var isDone = true
            if takesLists, let new = news.lists, new != tag { isDone = await takeLists() }
            for look in news.pictures where way.pictures != .never { isDone = await show(look) && isDone }
            // What could not be done is asked for at once again.
            if !isDone { do { try await Task.sleep(for: .seconds(2)) } catch { return } }
        }
    }

    private func begin() {
        do { tag = try surroundings.lists?.tag() } catch {
            talk.warning("the lists that are here from the centre are kept, and come anew: \(error)")
        }
    }

    /// Puts the centre's lists in the place of those that are here: all of them, or none.
    private func takeLists() async -> Bool {
        let answer = await poller.ask("GET", "lists", upTo: Self.largestLists, within: .seconds(600))
        guard answer.status == 200, let tag = answer.tag, let lists = SiteList.lists(answer.bytes) else {
            return noteLists(answer.reason ?? "what came are no lists")
        }
        let taken = lists.filter { way.lists == .all || !$0.file.hasSuffix(".allow.csv") }
        do { try surroundings.lists?.replace(taken, tag: tag) } catch { return noteLists("\(error)") }
        self.tag = tag
        standing = CentreListStanding()
        standing.taken = surroundings.now().milliseconds
        standing.refused = lists.filter { !taken.contains($0) }.map(\.file)
        surroundings.lists?.note(standing)
        let names = taken.map(\.file).joined(separator: ", ").shown
        talk.notice("the centre's lists are: \(names.isEmpty ? "none" : names)")
        if !standing.refused.isEmpty {
            let refused = standing.refused.joined(separator: ", ").shown
            talk.notice("these lists of the centre could open doors, and are refused here (lists): \(refused)")
        }
        return true
    }

    private func noteLists(_ reason: String) -> Bool {
        if standing.trouble != reason {
            talk.error("the centre's lists cannot be taken in, and stay as they were: \(reason.shown)")
            standing.trouble = reason
            standing.troubledSince = surroundings.now().milliseconds
            surroundings.lists?.note(standing)
        }
        return false
    }

    // MARK: - Pictures

    /// Sends a picture that somebody looks at, or why not.
    private func show(_ look: SiteNews.Look) async -> Bool {
        let now = surroundings.stopwatch()
        looked = looked.filter { now - $0.value < Self.look }
        let isNew = looked[look] == nil
        let path: String
        var body = CentreClient.Body.none
        do throws(PictureAbsence) {
            body = .bytes(try await picture(look, isNew: isNew))
            path = "pictures/\(look.sha256)?event=\(look.event)"
        } catch {
            path = "pictures/\(look.sha256)?absence=\(error.rawValue)"
        }
        looked[look] = now
        let answer = await client.ask("PUT", path, body: body, within: .seconds(60))
        return answer.status == 204 || answer.status == 410
    }

    /// What an event of this site's history names, and nothing else.
    private func picture(_ look: SiteNews.Look, isNew: Bool) async throws(PictureAbsence) -> [UInt8] {
        let records: [StoredRecord]
        guard let history = surroundings.history, look.event.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { throw .unknown }
        do { records = try await history.records(id: look.event) } catch { throw note("\(error)") }
        for case .plate(let event) in records.map(\.record)
        where settings.cameras.isEmpty || settings.cameras.contains(event.camera) {
            let pictures = EventPicture.of(event, in: surroundings.folder)
            guard let picture = pictures.first(where: { $0.file.sha256 == look.sha256 }) else { continue }
            guard picture.file.bytes <= PicturePolicy.longest else { throw .tooLarge }
            // What cannot be written down is not shown.
            if isNew { do { try surroundings.look(look.event) } catch { throw note("\(error)") } }
            do {
                switch try picture.load() {
                case (.whole, let bytes?): return bytes
                case (.missing, _): throw PictureAbsence.gone
                case (.unreadable(let reason), _): throw note(reason)
                default: throw PictureAbsence.changed
                }
            } catch let absence as PictureAbsence { throw absence } catch { throw note("\(error)") }
        }
        throw .unknown
    }

    /// Told once while it lasts.
    private func note(_ reason: String) -> PictureAbsence {
        if !isTroubled { talk.warning("a picture cannot be shown to the centre: \(reason)") }
        isTroubled = true
        return .unreadable
    }
}
