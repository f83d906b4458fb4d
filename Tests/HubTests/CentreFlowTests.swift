import Answers
import Foundation
import Logging
import Records
import Rules
import Synchronization
import TestSupport
import Testing

@testable import Console
@testable import Delivery
@testable import Fleet
@testable import History
@testable import plated_hub

/// A site that reports to a centre over HTTP, through a web server that is no good: what both have in the end.
@Suite final class CentreFlowTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private let site: SQLiteHistory
    private let centre: Centre
    private let history: SQLiteHistory
    private let console: Console
    private let port: Int
    private let token: SiteToken
    private let ids = EventIDs()
    private let looks = Looks()

    /// What the site wrote down.
    private final class Looks: Sendable {
        private let events = Mutex<[String]>([])
        var all: [String] { events.withLock { $0 } }
        func add(_ event: String) { events.withLock { $0.append(event) } }
    }

    init() async throws {
        folder = try TemporaryFolder()
        site = try SQLiteHistory(path: folder.file("site.sqlite"))
        history = try SQLiteHistory(path: folder.file("centre.sqlite"))
        let (path, talk) = (folder.path, talk)
        let keeper = PictureKeeper(
            history: history, folder: { "\(path)/kept/\($0)" },
            limits: KeptPictures(path: "\(path)/kept", days: 3650, megabytes: 100), talk: talk.logger,
            now: { .now }, trusted: { WallTime.now.trusted })
        centre = Centre(history, keeper: keeper, talk: talk.logger, now: { .now })
        port = Self.freePort()
        var sources = ConsoleSources(
            accounts: folder.file("console.sqlite"), evidence: { "\(path)/\($0)" }, lookups: .unrecorded,
            setup: SetupPlaces(root: .folder(path), probe: folder.file("p"), helper: folder.file("h"), scratch: nil),
            destinations: { [] }, metrics: { _ in "" },
            lists: try ListWatch(ListFolder(path: folder.file("lists")), talk: talk.logger, now: { .now }),
            pictures: PictureSettings(socket: folder.file("s"), patience: .seconds(1), listen: nil, allow: []),
            pictureMeter: PictureMeter())
        sources.centre = centre
        console = try Console(
            ConsoleSettings(listen: ListenAddress("127.0.0.1:\(port)"), hosts: [], socket: nil), history: history,
            sources: sources, talk: talk.logger)
        token = try await Self.join("north", history)
    }

    private static func join(_ name: String, _ history: any History) async throws -> SiteToken {
        let register = SiteRegister(history)
        let (join, token) = (JoinToken(site: name, authority: nil), SiteToken(site: name))
        try await register.invite(with: join, until: WallTime(milliseconds: .max / 2))
        _ = try await register.join(join.bearer, JoinRequest(token: token.digest, keys: []), now: .now)
        return token
    }

    private static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, size)
                _ = getsockname(descriptor, $0, &size)
            }
            return Int(in_port_t(bigEndian: $0.pointee.sin_port))
        }
    }

    // MARK: - The two ends

    private func withCentre(_ body: () async throws -> Void) async throws {
        let (console, centre) = (console, centre)
        let tasks = [Task { try await console.run() }, Task { try await centre.run() }]
        defer { tasks.forEach { $0.cancel() } }
        let client = CentreClient(["http://127.0.0.1:\(port)"], bearer: "x", authorities: nil, name: "test")
        try await comes("the console") { await client.ask("GET", "lists").status != 0 }
        try await body()
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
    }

    /// Runs the site's delivery until the body is done.
    private func withSite(
        at ports: [Int], _ more: String = "", token: SiteToken? = nil, lists: (any CentreListStore)? = nil,
        _ body: () async throws -> Void
    ) async throws {
        try folder.write((token ?? self.token).text + "\n", to: "centre.token")
        let urls = ports.map { "\"http://127.0.0.1:\($0)\"" }.joined(separator: ", ")
        let text = """
            destinations: [{name: centre, type: centre, urls: [\(urls)], retry_ms: [500, 1000]\(more)}]

            """
        let file = HubFile(text: text, path: folder.file("hub.yaml"), environment: [:])
        #expect(file.problems.isEmpty, "\(file.problems)")
        var surroundings = DeliverySurroundings(
            hub: "north", folder: { [path = folder.path] in "\(path)/evidence/\($0)" }, talk: talk.logger,
            look: { [looks] event in looks.add(event) }, now: { .now }, stopwatch: { .now })
        surroundings.lists = lists
        let delivery = try Delivery(
            file.configuration.destinations,
            secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]),
            history: site, file: folder.file("delivery.sqlite"), surroundings: surroundings)
        try await delivery.prepare()
        let task = Task { try await delivery.run() }
        do { try await body() } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        do { try await task.value } catch is CancellationError {}
    }

    private func event(_ number: Int, camera: String = "gate") -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_348_800_000 + Int64(number) * 1000)
        return PlateEvent(
            id: "01M7" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)", time: time,
            camera: camera, plate: "N\(number)", plateRaw: "N\(number)", confidence: 0.9,
            candidates: [PlateCandidate(plate: "N\(number)", confidence: 1)],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 5)
    }

    /// Logs events at the site, in chained lines, and stores them.
    private func log(
        _ events: [PlateEvent], of camera: String = "gate", to history: SQLiteHistory? = nil
    ) async throws {
        let path = folder.file("\(camera).ndjson")
        let settings = EventLog.Settings(path: path, spool: folder.file("\(camera).spool"), camera: camera)
        let log = try EventLog(settings, log: talk.logger, now: { .now })
        for event in events { try log.record(event) }
        try log.close()
        try await Intake(history: history ?? site, logs: [path], talk: talk.logger, now: { .now }, limit: { _ in nil })
            .catchUp()
    }

    private func log(_ numbers: ClosedRange<Int>) async throws { try await log(numbers.map { event($0) }) }

    private func plates() async throws -> [String] {
        try await history.records(after: 0, limit: 10_000).compactMap {
            if case .plate(let event) = $0.record { event.plate } else { nil }
        }
    }

    private func comes(_ what: String, _ condition: () async throws -> Bool) async throws {
        if try await eventually(within: 60, condition) { return }
        Issue.record("\(what) did not come about: \(talk.all.suffix(20))")
    }

    private func failures() -> Int {
        talk.all.count { $0.contains("centre takes nothing") || $0.contains("not connected") }
    }

    private func books() async throws -> SiteBooks {
        SiteBooks("north", kept: try await history.kept(SiteBooks.space(of: "north")))
    }

    // MARK: - Records

    @Test(arguments: ["faithful", "twice", "drop 3", "largest 700", "slow 0.2"])
    func `every record comes once and in order through a web server that is no good`(mode: String) async throws {
        try await withCentre {
            let proxy = try Unfaithful(to: [port], in: folder)
            defer { proxy.end() }
            try proxy.tell(mode)
            try await log(1...400)
            try await withSite(at: [proxy.port]) {
                try await comes("400 plates") { try await plates().count == 400 }
                try await log(401...420)
                try await comes("420 plates") { try await plates().count == 420 }
            }
            #expect(try await plates() == (1...420).map { "N\($0)" })
            let books = try await books()
            #expect(books.chains["gate"]?.breaks == 0 && books.chains["gate"]?.lines == 420)
            #expect(
                try await history.records(after: 0, limit: 1000).map(\.line)
                    == site.records(after: 0, limit: 1000).map(\.line))
        }
    }

    @Test func `a centre that is away, or that lets nobody in for a while, loses nothing`() async throws {
        try await withCentre {
            let proxy = try Unfaithful(to: [port], in: folder)
            defer { proxy.end() }
            try await log(1...3)
            try await withSite(at: [proxy.port]) {
                try await comes("the first") { try await plates().count == 3 }
                for mode in ["cut", "refuse 503", "refuse 401", "refuse 404", "refuse 400"] {
                    try proxy.tell(mode)
                    let count = try await plates().count
                    let told = failures()
                    try await log(count + 1...count + 1)
                    try await comes(mode) { failures() > told }
                    try proxy.tell("faithful")
                    try await comes("a plate after \(mode)") { try await plates().count == count + 1 }
                }
            }
            #expect(try await plates() == (1...8).map { "N\($0)" })
            let state = try #require(try DeliveryFile(path: folder.file("delivery.sqlite")).state(of: "centre")?.state)
            #expect(state.delivered == 8 && state.expired == 0)
            #expect(try DeliveryFile(path: folder.file("delivery.sqlite")).letterCounts().isEmpty)
        }
    }

    @Test func `of several addresses one that is reached is enough`() async throws {
        try await withCentre {
            try await log(1...5)
            try await withSite(at: [Self.freePort(), port]) {
                try await comes("five plates") { try await plates().count == 5 }
            }
        }
    }

    @Test func `a site whose history was put back from an older copy repeats nothing, and loses nothing`() async throws
    {
        try await withCentre {
            try await log(1...6)
            for end in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.file("site.sqlite" + end)) {
                try FileManager.default.copyItem(
                    atPath: folder.file("site.sqlite" + end), toPath: folder.file("copy.sqlite" + end))
            }
            try await log((7...10).map { event($0, camera: "yard") }, of: "yard")
            try await withSite(at: [port]) { try await comes("ten") { try await plates().count == 10 } }
            // What it has the copy reads in another order, since the camera of before logs first.
            let copy = try SQLiteHistory(path: folder.file("copy.sqlite"))
            let origin = try await site.origin()
            #expect(try await copy.origin() == origin)
            try await log((11...20).map { event($0) }, to: copy)
            try await log([], of: "yard", to: copy)
            #expect(try await copy.status().last == 20)
            let put = CentreFlowSite(copy)
            try await put.run(self, at: port) { try await comes("twenty") { try await plates().count == 20 } }
            #expect(try await Set(plates()).count == 20)
            #expect(try await copy.origin() != origin)
            #expect(talk.all.contains { $0.contains("put back from an older copy") }, "\(talk.all)")
        }
    }

    @Test func `a centre whose history was lost gets all that the site still has, and hears of what it has not`()
        async throws
    {
        try await withCentre {
            try await log(1...30)
            try await withSite(at: [port]) { try await comes("thirty") { try await plates().count == 30 } }
            // The site forgets its first ten by their age.
            while try await !site.remove(before: event(11).time.trusted, camera: nil).isDone {}
            var batch = Batch()
            let space = SiteBooks.space(of: "north")
            // As of an older copy: it had five.
            for (name, text) in try await history.kept(space) where name.hasPrefix("place ") {
                batch.kept[KeptName(space, name)] = "5 0 \(text.split(separator: " ").last ?? "0")"
            }
            _ = try await history.store(batch)
            try await log(31...32)
            try await withSite(at: [port]) {
                try await comes("the rest") { try await plates().contains("N32") }
            }
            let books = try await books()
            #expect(books.gone[.expired] == 5 && books.committed == 32)
            #expect(talk.all.contains { $0.contains("5 records up to 10 do not come any more") }, "\(talk.all)")
            #expect(try await plates().count == 32)
        }
    }

    // MARK: - Beside records

    @Test func `a site's token reaches nothing of another's, and none at all once it is taken out`() async throws {
        try await withCentre {
            try await log(1...3)
            try await withSite(at: [port]) { try await comes("three") { try await plates().count == 3 } }
            let south = try await Self.join("south", history)
            let forged = "north." + south.text.dropFirst(6)
            let origin = try await site.origin()
            let routes: [(String, String)] = [
                ("GET", "records?history=\(origin)"), ("POST", "records?history=\(origin)&after=0"),
                ("POST", "standing"),
                ("POST", "forgotten"), ("GET", "news?wait=0"), ("GET", "lists"),
                ("PUT", "pictures/\(Digest(of: [1]))?event=A"), ("GET", "nothing"),
            ]
            for bearer in [nil, "", "north", forged, "x.\(Digest(of: [1]))", String(repeating: "a", count: 5000)] {
                let client = CentreClient(["http://127.0.0.1:\(port)"], bearer: bearer, authorities: nil, name: "test")
                for (method, path) in routes {
                    let answer = await client.ask(method, path, body: method == "GET" ? .none : .json("{}"))
                    #expect([401, 400, 431].contains(answer.status), "\(method) \(path): \(answer.status)")
                }
            }
            // What is another's is not there for it.
            let foreign = CentreClient(
                ["http://127.0.0.1:\(port)"], bearer: south.text, authorities: nil, name: "test")
            let its = await foreign.ask("GET", "records?history=\(origin)")
            #expect(Committed(its.bytes)?.committed == 0)
            let first = try #require(try await site.records(after: 0, limit: 1).first)
            let names = ForgottenRecords([.init(camera: "gate", id: first.record.id ?? "")])
            #expect(await foreign.ask("POST", "forgotten", body: .bytes(names.bytes)).status == 204)
            #expect(try await plates().count == 3)
            // Out within a second.
            let own = CentreClient(["http://127.0.0.1:\(port)"], bearer: token.text, authorities: nil, name: "test")
            #expect(await own.ask("GET", "records?history=\(origin)").status == 200)
            _ = try await SiteRegister(history).remove("north")
            for (method, path) in routes {
                let answer = await own.ask(method, path, body: method == "GET" ? .none : .json("{}"))
                #expect(answer.status == 401, "\(method) \(path): \(answer.status)")
            }
        }
    }

    @Test func `what is no good is refused with a word, and stores nothing`() async throws {
        try await withCentre {
            let client = CentreClient(["http://127.0.0.1:\(port)"], bearer: token.text, authorities: nil, name: "test")
            let path = "records?history=A&after=0"
            let bomb = Gzip.packed([UInt8](repeating: 0x20, count: 20 << 20))
            for (body, headers, status) in [
                (bomb, ["Content-Encoding: gzip"], 413), (Array("no gzip".utf8), ["Content-Encoding: gzip"], 400),
                (Array("x\n".utf8), ["Content-Encoding: br"], 415), (Array("cut off".utf8), [], 400),
                ([UInt8](repeating: 0x20, count: 5 << 20), [], 413),
            ] {
                let answer = await client.ask("POST", path, body: .bytes(body), headers: headers)
                #expect(answer.status == status, "\(status): \(answer.status) \(answer.reason ?? "")")
            }
            #expect(await client.ask("POST", "records?history=A", body: .bytes([])).status == 400)
            #expect(await client.ask("POST", "records?history=a%20b&after=0", body: .bytes([])).status == 400)
            let kept = try await history.records(after: 0, limit: 5)
            #expect(kept.isEmpty)
        }
    }

    @Test func `lists come, those that could open a door are refused where the site says so, and they are taken back`()
        async throws
    {
        let lists = ListFolder(path: folder.file("lists"), zone: .utc)
        try lists.change("stolen", as: .wanted) { $0.entries = [ListEntry("AB12CDE")].compactMap(\.self) }
        try lists.change("staff", as: .allow) { $0.entries = [ListEntry("CD34EFG")].compactMap(\.self) }
        let watch = try ListWatch(lists, talk: talk.logger, now: { .now })
        watch.begin()
        defer { watch.stop() }
        let publisher = ListPublisher(
            ListsForSites(watch), names: { _ in ["stolen", "staff"] }, history: history, bell: centre.bell,
            talk: talk.logger)
        let task = Task { try await publisher.run() }
        defer { task.cancel() }
        let taken = ListFolder(path: folder.file("site-lists"), zone: .utc)
        try FileManager.default.createDirectory(atPath: taken.path, withIntermediateDirectories: true)
        let store = CentreLists(taken, talk: talk.logger) {}
        try await withCentre {
            try await withSite(at: [port], ", lists: without_allow", lists: store) {
                try await comes("the list") { taken.contents().lists.map(\.name) == ["stolen"] }
                try await comes("what it refused") { CentreLists.standing(in: taken)?.refused.isEmpty == false }
                #expect(CentreLists.standing(in: taken)?.refused == ["staff.allow.csv"])
            }
            try await withSite(at: [port], lists: CentreLists(taken, talk: talk.logger) {}) {
                // The same ones, of which nothing else is known: they stay until others come.
                try lists.change("stolen") { $0.entries = [ListEntry("XY12ZZZ")].compactMap(\.self) }
                try await comes("both") { taken.contents().lists.map(\.name).sorted() == ["staff", "stolen"] }
                try await comes("other plates") {
                    taken.contents().lists.flatMap(\.entries).map(\.plate).contains("XY12ZZZ")
                }
                try await comes("the centre's word of it") {
                    let books = try await books()
                    return books.heldLists != nil && books.heldLists == books.lists?.tag
                }
                for name in ["stolen", "staff"] { try lists.remove(name) }
                try await comes("none") { taken.contents().lists.isEmpty }
            }
        }
    }

    private func jpeg(_ count: Int) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0,
        ]
        return head + [UInt8](repeating: 7, count: count - head.count - 2) + [0xFF, 0xD9]
    }

    private func pictured(_ number: Int) throws -> (event: PlateEvent, bytes: [UInt8]) {
        var event = event(number)
        let bytes = jpeg(1000 + number)
        try PictureFolder(path: folder.file("evidence/gate")).keep(bytes, as: Digest(of: bytes), of: event.time)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: "\(number).jpg", sha256: "\(Digest(of: bytes))", bytes: bytes.count))
        return (event, bytes)
    }

    @Test func `pictures stay, are shown while somebody looks, or are kept, as the site says`() async throws {
        let picture = try pictured(1)
        let file = try #require(picture.event.evidence?.crop)
        try await withCentre {
            try await log([picture.event])
            try await withSite(at: [port], ", pictures: never") {
                try await comes("its record") { try await plates().count == 1 }
                try await comes("its word") { try await heard() == .never }
                #expect(await centre.asker.picture(file, of: picture.event.id, at: "north") == .failure(.unoffered))
            }
            try await withSite(at: [port], ", pictures: asked") {
                try await comes("its word") { try await heard() == .asked }
                #expect(await centre.asker.picture(file, of: picture.event.id, at: "north") == .success(picture.bytes))
                #expect(looks.all == [picture.event.id])
                var other = file
                other.sha256 = "\(Digest(of: [1]))"
                #expect(await centre.asker.picture(other, of: picture.event.id, at: "north") == .failure(.unknown))
                #expect(!FileManager.default.fileExists(atPath: folder.file("kept")))
            }
            let second = try pictured(2)
            try await withSite(at: [port], ", pictures: always") {
                // From then on.
                try await comes("its word") { try await heard() == .always }
                try await log([second.event])
                let digest = "\(Digest(of: second.bytes))"
                let path = folder.file("kept/north/gate/\(digest.prefix(2))/\(digest).jpg")
                try await comes("the picture") { FileManager.default.fileExists(atPath: path) }
            }
        }
    }

    private func heard() async throws -> PicturePolicy? {
        try await centre.heard.latest(of: ["north"], at: .now)["north"]?.told?.policy
    }

    @Test func `what a site forgets is forgotten at the centre`() async throws {
        try await withCentre {
            try await log(1...3)
            try await withSite(at: [port]) {
                try await comes("three") { try await plates().count == 3 }
                let scrubbed = LogForgetting(path: folder.file("gate.ndjson")) { _, record in
                    if case .plate(let event)? = record { event.plate == "N2" } else { false }
                }
                let (finds, _) = scrubbed.find()
                for find in finds { _ = try scrubbed.forget(in: find.isLog ? scrubbed.rotate(at: .now) : find.path) }
                _ = try await site.forget("N2")
                try await log(4...4)
                try await comes("N2 gone") { try await plates() == ["N1", "N3", "N4"] }
            }
            #expect(try await history.search(Search(text: "N2"), limit: 5).records.isEmpty)
            #expect(try await books().forgotten == 1)
        }
    }
}

/// A site with another history in the place of its own.
private struct CentreFlowSite {
    let history: SQLiteHistory

    init(_ history: SQLiteHistory) { self.history = history }

    func run(_ tests: CentreFlowTests, at port: Int, _ body: () async throws -> Void) async throws {
        try await tests.withOther(history, at: port, body)
    }
}

extension CentreFlowTests {
    fileprivate func withOther(_ other: SQLiteHistory, at port: Int, _ body: () async throws -> Void) async throws {
        let text =
            "destinations: [{name: centre, type: centre, urls: [\"http://127.0.0.1:\(port)\"]}]\n"
        let file = HubFile(text: text, path: folder.file("hub.yaml"), environment: [:])
        let surroundings = DeliverySurroundings(
            hub: "north", folder: { "\($0)" }, talk: talk.logger, look: { _ in }, now: { .now }, stopwatch: { .now })
        // Its own file was put back as well.
        let delivery = try Delivery(
            file.configuration.destinations,
            secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]),
            history: other, file: folder.file("other-delivery.sqlite"), surroundings: surroundings)
        try await delivery.prepare()
        let task = Task { try await delivery.run() }
        defer { task.cancel() }
        try await body()
    }
}

/// Tests/Servers/unfaithful.py.
private final class Unfaithful {
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    let port: Int

    init(to ports: [Int], in folder: TemporaryFolder) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments =
            [repository + "/Tests/Servers/unfaithful.py"] + ports.map { "127.0.0.1:\($0)" }
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
        let line = Self.line(answers)
        port = try #require(line.hasPrefix("ready ") ? Int(line.dropFirst(6)) : nil)
    }

    private static func line(_ pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = pipe.fileHandleForReading.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func tell(_ mode: String) throws {
        commands.fileHandleForWriting.write(Data("\(mode)\n".utf8))
        try #require(Self.line(answers) == "ok")
    }

    func end() {
        // What is begun on a thread of Dispatch has SIGTERM blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
