import Answers
import Basics
import History
import Hummingbird
import Logging
import Records
import Rules

/// What the routes work with.
///
/// It has more than 500 lines because its handlers are not split by area yet.
struct Desk: Sendable {
    let history: any History
    let accounts: AccountFile
    let pages: Pages
    /// The folder of a camera's pictures, by its name.
    let evidence: @Sendable (String) -> String
    let live: LiveFeeds
    /// The folder of a camera's misses, by its name.
    let missedFolder: @Sendable (String) -> String
    let lookups: Lookups?
    /// All times are shown as clocks here show them.
    let zone: LocalZone
    let settings: ConsoleSettings
    let talk: Logger
    let gate: LoginGate
    let setup: SetupDesk
    /// How what is sent to other programs is getting on.
    let destinations: @Sendable () async throws -> [DestinationAnswer]
    /// All that Prometheus is told, in its text format.
    let metrics: @Sendable (_ doors: Bool) async throws -> String
    let lists: ListDesk
    let doors: DoorPanel
    let sites: SitePictures
    let siteChain: @Sendable (_ camera: String) async throws -> SiteChainAnswer?
    let sealKeys: SealKeys
    let pictures: PictureDesk
    /// Who is in, and who was; nil where no site is configured.
    let sessions: SessionKeeping?

    init(
        history: any History, accounts: AccountFile, pages: Pages, live: LiveFeeds, sources: ConsoleSources,
        zone: LocalZone, settings: ConsoleSettings, pictures: PictureDesk, talk: Logger
    ) {
        self.history = history
        self.accounts = accounts
        self.pages = pages
        evidence = sources.evidence
        self.live = live
        missedFolder = sources.missed
        lookups = sources.lookups
        self.zone = zone
        self.settings = settings
        self.talk = talk
        gate = LoginGate(accounts: accounts)
        setup = SetupDesk(sources.setup, minutes: live.minutes, talk: talk)
        destinations = sources.destinations
        metrics = sources.metrics
        lists = ListDesk(sources.lists)
        doors = sources.doors
        sites = sources.sites
        siteChain = sources.siteChain
        sealKeys = SealKeys(paths: sources.sealKeys)
        self.pictures = pictures
        sessions = sources.sessions
    }

    /// Every address there is, and who may get there.
    var routes: [Route] {
        [
            Route(.get, "/", .ofCameras(.viewer), home),
            Route(.get, "/login", .everybody, login),
            // It carries what was typed in a session that is over, with its signs written anew.
            Route(.post, "/login", .everybody, largest: 4 * LateForm.longest, logIn),
            Route(.post, "/logout", .ofCameras(.viewer), logOut),
            Route(.get, "/invitation", .everybody, invitation),
            Route(.post, "/invitation", .everybody, acceptInvitation),
            Route(.get, "/users", .from(.admin), users),

            Route(.get, "/plates", .ofCameras(.operator), plates),
            Route(.get, "/plates/new", .ofCameras(.operator), newPlates),
            Route(.get, "/plates/export.csv", .ofCameras(.operator), exportCSV),
            Route(.get, "/plates/export.ndjson", .ofCameras(.operator), exportLines),
            Route(.get, "/plates/*", .ofCameras(.operator), plate),
            Route(.post, "/plates/*/correction", .ofCameras(.operator), correct),
            Route(.get, "/plates/*/crop.jpg", .ofCameras(.operator)) { try await picture("crop", $0) },
            Route(.get, "/plates/*/scene.jpg", .ofCameras(.operator)) { try await picture("scene", $0) },
            Route(.get, "/why", .ofCameras(.operator), why),
            Route(.get, "/why/*", .ofCameras(.operator), miss),
            Route(.get, "/why/*/crop.jpg", .ofCameras(.operator), missedCrop),
            Route(.get, "/health", .ofCameras(.viewer), health),

            Route(.get, "/api/plates", .ofCameras(.operator), apiPlates),
            Route(.get, "/api/plates/*", .ofCameras(.operator), apiPlate),
            Route(.get, "/api/missed", .ofCameras(.operator), apiMissed),
            Route(.get, "/api/gaps", .ofCameras(.viewer), apiGaps),
            Route(.get, "/api/health", .ofCameras(.viewer), apiHealth),
            Route(.get, "/api/stats", .ofCameras(.viewer), apiStats),
            Route(.get, "/api/destinations", .from(.viewer), apiDestinations),
            Route(.get, "/metrics", .from(.viewer), metricsText),
            Route(.get, "/live", .ofCameras(.operator), livePage),
            Route(.get, "/api/live", .ofCameras(.operator), liveStream),
            Route(.get, "/api/cameras/*/picture.jpg", .ofCameras(.operator), livePicture),
            Route(.get, "/api/openapi.json", .everybody) { _ in .file(Pages.description, "application/json") },

            Route(.get, "/console.css", .everybody) { _ in .file(Pages.style, "text/css; charset=utf-8") },
            Route(.get, "/console.js", .everybody) { _ in .file(Pages.script, "text/javascript; charset=utf-8") },
            Route(.get, "/live.js", .everybody) { _ in .file(Pages.liveScript, "text/javascript; charset=utf-8") },
            Route(.get, "/cameras.js", .everybody) { _ in .file(Pages.camerasScript, "text/javascript; charset=utf-8")
            },
            Route(.get, "/icon.svg", .everybody) { _ in .file(Pages.icon, "image/svg+xml") },
        ] + cameraRoutes + listRoutes + sessionRoutes + doorRoutes + pictures.routes
    }

    /// Where nothing is there to be seen yet, an admin begins with a camera.
    @Sendable private func home(_ query: Query) async throws -> Response {
        guard query.role >= .operator else { return .seeOther("/health") }
        let isNew = try await cameras(query).isEmpty && live.offered.isEmpty
        return .seeOther(isNew && query.role >= .admin && query.seenCameras.isEmpty ? "/cameras" : "/live")
    }

    // MARK: - What several routes need

    /// The cameras that there are for whoever asks.
    func cameras(_ query: Query, _ present: Present) -> [String] {
        let known = present.cameras.filter { query.maySee($0) }
        // Nobody's list is empty by being theirs: that would mean all cameras elsewhere.
        return known.isEmpty ? query.seenCameras : known
    }

    func cameras(_ query: Query) async throws -> [String] { cameras(query, try await history.present()) }

    func frame(_ title: String, _ place: PageFrame.Place?, _ query: Query, _ present: Present) -> Pages.Values {
        var values = PageFrame(
            title: title, place: place, query: query, zone: zone, blind: blindCameras(query, present)
        ).values
        values["standstill"] = standstill
        return values
    }

    /// That nothing is stored, for every page: what is searched ends there.
    private var standstill: Pages.Values? {
        history.news.standstill.map { standstill in
            let shortage = DiskRoom.shortage(at: history.place).map { "the hub's disk \($0)" }
            return [
                "since": zone.text(standstill.since), "reason": shortage ?? "the history cannot be written",
                "remedy": shortage == nil
                    ? "The hub's journal says why (journalctl -u plated-hub). Cameras' logs keep what is new until then."
                    : "Make room there (df tells how much there is). Cameras' logs keep what is new, and are stored then."
                    ,
            ]
        }
    }

    /// How many of the cameras of whoever asks cannot see now.
    func blindCameras(_ query: Query, _ present: Present) -> Int {
        Set(present.gaps.map(\.camera).filter { query.maySee($0) }).count
    }

    func frame(_ title: String, _ place: PageFrame.Place?, _ query: Query) async throws -> Pages.Values {
        frame(title, place, query, try await history.present())
    }

    func blindness(_ search: Search, now: WallTime) async throws -> Blindness {
        try await history.blindness(cameras: search.cameras, from: search.from, until: search.until, now: now)
    }

    /// Records a look-up where that is asked for, before it is answered.
    func record(_ command: String, _ words: [String], _ query: Query) throws {
        guard let lookups else { return }
        let reason = query.fields["reason"]
        try lookups.record("\(query.name) from \(query.address)", command, words, reason)
    }

    /// Whether a reason is asked for, and was not given.
    func lacksReason(_ query: Query) -> Bool {
        lookups?.needsReason == true && query.fields["reason"]?.contains { !$0.isWhitespace } != true
    }

    static let reasonless = RequestProblem(
        .unprocessableContent, "This console asks for a reason of every look-up: say why you look.")
}

extension Query {
    var name: String { session?.name ?? "nobody" }
    var role: Role { session?.role ?? .viewer }

    /// Whether what a camera saw is for whoever asks: the one place that decides it.
    func maySee(_ camera: String) -> Bool { session?.maySee(camera) ?? true }

    /// Empty for all.
    var seenCameras: [String] { (session?.cameras ?? []).sorted() }
}

extension Response {
    static func file(_ bytes: [UInt8], _ type: String) -> Response { .bytes(ByteBuffer(bytes: bytes), type) }
}
