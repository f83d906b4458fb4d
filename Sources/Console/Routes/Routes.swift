import Answers
import History
import Hummingbird
import Logging
import Records

/// Every address there is, by area: each area is made here, of what it needs.
struct Routes: Sendable {
    let live: LiveRoutes
    let accounts: AccountRoutes
    let plates: PlateRoutes
    let events: EventRoutes
    let misses: MissRoutes
    let health: HealthRoutes
    let cameras: CameraRoutes
    let lists: ListRoutes
    let sessions: SessionRoutes
    let doors: DoorRoutes
    let pictures: PictureDesk

    /// - Parameter zone: all times are shown as clocks here show them.
    init(
        history: any History, accounts: AccountFile, pages: Pages, live: LiveFeeds, sources: ConsoleSources,
        zone: LocalZone, pictures: PictureDesk, talk: Logger
    ) {
        let frame = PageFrame(history: history, zone: zone)
        let lookups = sources.lookups
        let lists = ListDesk(sources.lists)
        let kept = PlatePictures(evidence: sources.evidence, sites: sources.sites)
        let rows = PlateRows(history: history, accounts: accounts, pictures: kept, zone: zone)
        let stream = RowStream(history: history, accounts: accounts)
        let sessions = sources.sessions.map { SessionDesk(history: history, keeping: $0, talk: talk) }
        self.live = LiveRoutes(
            history: history, accounts: accounts, pages: pages, frame: frame, live: live, rows: rows, lookups: lookups,
            zone: zone)
        self.accounts = AccountRoutes(
            accounts: accounts, gate: LoginGate(accounts: accounts), pages: pages, frame: frame, zone: zone, talk: talk)
        plates = PlateRoutes(
            history: history, accounts: accounts, pages: pages, frame: frame, rows: rows, stream: stream, lists: lists,
            lookups: lookups, zone: zone)
        events = EventRoutes(
            history: history, accounts: accounts, pages: pages, frame: frame, pictures: kept,
            chain: EventChain(
                history: history, sealKeys: SealKeys(paths: sources.sealKeys), siteChain: sources.siteChain, zone: zone,
                talk: talk),
            lists: lists, sessions: sessions, lookups: lookups, zone: zone, talk: talk)
        misses = MissRoutes(
            history: history, pages: pages, frame: frame, root: sources.setup.root, lookups: lookups, zone: zone)
        health = HealthRoutes(
            history: history, accounts: accounts, pages: pages, frame: frame, destinations: sources.destinations,
            metrics: sources.metrics, zone: zone, talk: talk)
        cameras = CameraRoutes(
            history: history, pages: pages, frame: frame,
            setup: SetupDesk(sources.setup, minutes: live.minutes, talk: talk, now: { .now }), live: live,
            lookups: lookups,
            zone: zone,
            talk: talk)
        self.lists = ListRoutes(
            history: history, pages: pages, frame: frame, lists: lists, lookups: lookups, zone: zone, talk: talk)
        self.sessions = SessionRoutes(
            history: history, pages: pages, frame: frame, stream: stream, pictures: kept, sessions: sessions,
            lookups: lookups, zone: zone, talk: talk)
        doors = DoorRoutes(
            history: history, pages: pages, frame: frame, doors: sources.doors, lookups: lookups, zone: zone, talk: talk
        )
        self.pictures = pictures
    }

    /// All of them. The first that fits answers, so those of the list of plates stand before those of one plate.
    var all: [Route] {
        live.routes + accounts.routes + plates.routes + events.routes + misses.routes + health.routes + Self.files
            + cameras.routes + lists.routes + sessions.routes + doors.routes + pictures.routes
    }

    /// What is the same for everybody.
    private static let files = [
        Route(.get, "/api/openapi.json", .everybody) { _ in .file(Pages.description, "application/json") },
        Route(.get, "/console.css", .everybody) { _ in .file(Pages.style, "text/css; charset=utf-8") },
        Route(.get, "/console.js", .everybody) { _ in .file(Pages.script, "text/javascript; charset=utf-8") },
        Route(.get, "/live.js", .everybody) { _ in .file(Pages.liveScript, "text/javascript; charset=utf-8") },
        Route(.get, "/cameras.js", .everybody) { _ in .file(Pages.camerasScript, "text/javascript; charset=utf-8") },
        Route(.get, "/icon.svg", .everybody) { _ in .file(Pages.icon, "image/svg+xml") },
    ]
}

extension Response {
    static func file(_ bytes: [UInt8], _ type: String) -> Response { .bytes(ByteBuffer(bytes: bytes), type) }
}
