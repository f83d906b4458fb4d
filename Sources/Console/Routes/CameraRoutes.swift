import Addresses
import Answers
import Basics
import CameraSetup
import HTTPTypes
import History
import Hummingbird
import Logging
import Records

/// Answers about cameras that are set up. They are for administrators alone.
struct CameraRoutes: Sendable {
    let history: any History
    let pages: Pages
    let frame: PageFrame
    let setup: SetupDesk
    let live: LiveFeeds
    let lookups: Lookups
    let zone: LocalZone
    let talk: Logger

    var routes: [Route] {
        [
            Route(.get, "/cameras", .from(.admin), cameraList),
            Route(.get, "/cameras/new", .from(.admin), newCamera),
            Route(.post, "/cameras/new", .from(.admin), addCamera),
            Route(.get, "/cameras/*", .from(.admin), camera),
            Route(.post, "/cameras/*", .from(.admin), changeCamera),
            Route(.get, "/cameras/*/picture.jpg", .from(.admin), cameraPicture),
            Route(.get, "/cameras/*/look/*", .from(.admin)) { try await seen($0, .look) },
            Route(.get, "/cameras/*/try/*", .from(.admin)) { try await seen($0, .retry) },
            Route(.get, "/api/cameras/*/setup", .from(.admin), setupState),
            Route(.post, "/api/cameras/*/settings/check", .from(.admin), checkSettings),
        ]
    }

    private var folder: CameraFolder { CameraFolder(root: setup.places.root) }

    // MARK: - All of them

    @Sendable func cameraList(_ query: Query) async throws -> Response {
        let present = try await history.present()
        var values = frame.values("Cameras", .cameras, query, present)
        let files = setup.places.root.cameras
        values["folder"] = setup.places.root.configurations
        values["strangers"] = setup.places.root.strangers
        values["rule"] = CameraID.rule
        let names = Set(files.map(\.description)).union(present.cameras).sorted()
        let shown = try CameraPages(names, query.fields, first: Set(present.gaps.map(\.camera)))
        let newest = try await history.newestPlates(of: shown.shown)
        values["hasCameras"] = !names.isEmpty
        values["isNothing"] = shown.found.isEmpty
        values["cameraPages"] = shown.values("/cameras", Fields(), order: "those that are blind now first")
        values["cameras"] = shown.shown.map { name -> Pages.Values in
            var row = StandingView(standing: present.standing(of: name), zone: zone).values
            row["name"] = name
            row["cameraTitle"] = false
            let own = files.first { $0.description == name }
            row["path"] = own.map { "/cameras/\($0)" } ?? false
            row["where"] = "by hand: \(setup.places.root.configurations) has no file of this name"
            if let own { row.merge(told(by: own)) { $1 } }
            row["last"] = newest[name].map(zone.text) ?? "none yet"
            row["lastPath"] = newest[name] == nil ? false : "/plates?camera=\(name.percentEncoded)"
            return row
        }
        return pages.response("cameras", values)
    }

    /// Returns the camera's title and address, or what keeps its file from being read.
    private func told(by camera: CameraID) -> Pages.Values {
        do throws(RequestProblem) {
            let texts = try folder.file(of: camera).values.texts
            return ["cameraTitle": texts[.title] ?? false, "address": texts[.url] ?? false]
        } catch {
            return ["wrong": error.detail]
        }
    }

    // MARK: - A new one

    @Sendable private func newCamera(_ query: Query) async throws -> Response { try await newCameraPage(query) }

    private func newCameraPage(_ query: Query, wrong: Pages.Values = [:], _ status: HTTPResponse.Status = .ok)
        async throws -> Response
    {
        var values = try await frame.values("Add a camera", .cameras, query)
        let choices = await setup.known()
        values["name"] = query.fields["name"] ?? ""
        values["url"] = query.fields["source-url"] ?? ""
        values["typedUser"] = query.fields["user"] ?? ""
        values["isUnnamed"] = query.fields["name"] == nil
        values["hasProbe"] = choices != nil
        values["seconds"] = SetupDesk.seconds.map { "\($0)" }
        values["devices"] = choices?.devices ?? []
        values["hasDevices"] = choices?.devices.isEmpty == false
        lookups.fill(&values, query)
        // It is looked at as soon as it is added, where somebody can look.
        if choices == nil { values["isReasonAsked"] = false }
        for (key, value) in wrong { values[key] = value }
        return pages.response("newcamera", values, status)
    }

    @Sendable func addCamera(_ query: Query) async throws -> Response {
        let name = query.fields["name"] ?? ""
        var wrong: Pages.Values = [:]
        let camera = CameraID(name)
        if camera == nil {
            wrong["wrongName"] = "A name \(CameraID.rule)."
        } else if let camera, try !folder.text(of: camera).isEmpty {
            wrong["wrongName"] = "There is a camera of this name already."
        }
        if let problem = SetupAddress.problem(with: (query.fields["source-url"] ?? "").trimmed) {
            wrong["wrongURL"] = "It \(problem)."
        }
        let form = SetupForm(query.fields, file: .none, held: .kept)
        if let problem = form.problems.first { wrong["wrongUser"] = problem.message }
        if lookups.lacksReason(query), await setup.known() != nil { wrong["wrongReason"] = Lookups.reasonless.detail }
        guard let camera, wrong.isEmpty else {
            return try await newCameraPage(query, wrong: wrong, .unprocessableContent)
        }
        do {
            try await setup.keep(camera, form.values, form.secret, base: CameraFile.nothing)
            if await setup.known() != nil { try await look(camera, query) }
        } catch let problem as RequestProblem {
            // No page has a password.
            let more = query.fields["password"] == nil ? "" : " Type the password again."
            return try await newCameraPage(query, wrong: ["problem": problem.detail + more], problem.status)
        }
        return .seeOther(query.link("/cameras/\(name)"))
    }

    // MARK: - One of them

    private func name(_ query: Query) throws -> CameraID {
        guard let name = query.parts.first.flatMap({ CameraID($0) }) else { throw RequestProblem.notFound }
        return name
    }

    private func file(_ camera: CameraID) -> String { CameraPlaces(camera, setup.places.root).configurationName }

    /// A camera that is set up: its file, what was typed, and what would come of it.
    struct Bench {
        var camera: CameraID
        var file: CameraFile
        var draft: Draft?
        var values: SetupValues
        var secret: Draft.Secret
        var proposal: SetupProposal

        var name: String { camera.description }
    }

    func bench(_ name: CameraID, _ typed: Fields? = nil) async throws -> Bench {
        let file = try folder.file(of: name)
        let draft = await setup.draft(name)
        let held = draft?.secret ?? .kept
        guard !file.text.isEmpty || draft != nil else { throw RequestProblem.notFound }
        var form = SetupForm(typed ?? Fields(), file: file, held: held)
        if typed == nil, let values = draft?.values { form = SetupForm(values: values, file: file, held: held) }
        let secret = form.secret == .kept ? held : form.secret
        let proposal = try await SetupProposal(name, form, file: file, secret: secret, desk: setup)
        return Bench(camera: name, file: file, draft: draft, values: form.values, secret: secret, proposal: proposal)
    }

    @Sendable func camera(_ query: Query) async throws -> Response {
        var bench = try await bench(try name(query))
        if await adopts(bench) { bench = try await self.bench(bench.camera) }
        if !lookups.lacksReason(query) { try await keepMinute(of: bench.name, query) }
        return try await page(bench, query)
    }

    /// True where the file says by now what was typed. The draft is over then.
    private func adopts(_ bench: Bench) async -> Bool {
        guard let typed = bench.draft?.values, bench.file.says(typed), bench.proposal.yaml == bench.file.text else {
            return false
        }
        return await setup.adopt(bench.file, of: bench.camera, typed: typed)
    }

    private func page(
        _ bench: Bench, _ query: Query, notice: String? = nil, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let present = try await history.present()
        var values = frame.values(bench.name, .cameras, query, present)
        // It shows what the camera sees, and which plates were in it.
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("camera", values, status)
        }
        values.merge(StandingView(standing: present.standing(of: bench.name), zone: zone).values) { $1 }
        let draft = await setup.draft(bench.camera)
        CameraPage(
            files: CameraPlaces(bench.camera, setup.places.root), file: bench.file, draft: draft, values: bench.values,
            secret: bench.secret,
            proposal: bench.proposal, choices: await setup.known(), hasProbe: setup.probe.isThere,
            hasHelper: setup.helper.isThere, isLive: live.offered.contains(bench.name),
            reason: query.fields["reason"], notice: notice
        ).fill(&values)
        // What was typed and could not be kept is based on what it was typed on.
        if draft == nil, let base = query.fields["base"] { values["base"] = base }
        values["last"] = try await lastPlate(of: bench.name) ?? false
        values["reported"] = try await reported(bench.name, draft?.retry?.basis?.time) ?? false
        // Without scripts the page looks again by itself while something is going on.
        values["isBusyNow"] = draft?.look?.state == .going || draft?.retry?.state == .going || draft?.isWriting == true
        return pages.response("camera", values, status)
    }

    /// Returns what the scanner reported in the time that a try was about, to compare both. The try itself is recorded as a look-up.
    private func reported(_ camera: String, _ time: ClosedRange<WallTime>?) async throws -> String? {
        guard let time else { return nil }
        let search = try Search(cameras: [camera], from: time.lowerBound, until: time.upperBound)
        let plates = try await history.search(search, after: nil, limit: 40).records.compactMap { record in
            if case .plate(let event) = record.record { event.plate } else { nil }
        }
        return plates.isEmpty ? "no plate" : plates.reversed().joined(separator: ", ")
    }

    /// Returns when the last plate was read, and the way to it. The text itself is a look-up, with its record and reason.
    private func lastPlate(of camera: String) async throws -> Pages.Values? {
        let search = try Search(cameras: [camera])
        guard let record = try await history.search(search, after: nil, limit: 1).records.first,
            case .plate(let event) = record.record
        else { return nil }
        return ["path": "/plates/\(event.id.percentEncoded)", "time": zone.text(event.time)]
    }

    @Sendable func changeCamera(_ query: Query) async throws -> Response {
        let name = try name(query)
        let action = query.fields["do"] ?? "check"
        if action == "discard" {
            await setup.discard(name)
            return .seeOther(try folder.text(of: name).isEmpty ? "/cameras" : query.link("/cameras/\(name)"))
        }
        let bench = try await bench(name, query.fields)
        let base = query.fields["base"] ?? CameraFile.nothing
        do { try await setup.keep(name, bench.values, bench.secret, base: base) } catch let problem as RequestProblem {
            return try await page(bench, query, notice: problem.detail, problem.status)
        }
        guard ["look", "try", "try-last", "write"].contains(action) else {
            // What was typed with this very form is in no file yet.
            if base != bench.file.version, query.fields["user"] == nil, query.fields["password"] == nil,
                try await adopts(self.bench(name))
            {
                return .seeOther(query.link("/cameras/\(name)"))
            }
            return try await page(bench, query, bench.proposal.isRight ? .ok : .unprocessableContent)
        }
        guard bench.proposal.isRight, let yaml = bench.proposal.yaml else {
            return try await page(
                bench, query, notice: "Something is wrong with the settings: see below.", .unprocessableContent)
        }
        do {
            switch action {
            case "look": try await look(name, query)
            case "try":
                try recordSight("try", of: name.description, query)
                try await setup.retry(name, yaml)
            case "try-last":
                try recordSight("try", of: name.description, query)
                let minute = await live.minutes.minute(of: name.description, at: query.now)
                try await setup.retry(name, yaml, on: minute, orientation: bench.file.values.texts[.orientation])
            default: try await write(bench, yaml, base: base, query)
            }
        } catch let problem as RequestProblem {
            return try await page(bench, query, notice: problem.detail, problem.status)
        }
        return .seeOther(query.link("/cameras/\(name)"))
    }

    private func look(_ name: CameraID, _ query: Query) async throws {
        let bench = try await bench(name)
        guard let yaml = bench.proposal.yaml, bench.proposal.isRight else { return }
        try recordSight("look", of: name.description, query)
        let seconds = query.fields["seconds"].flatMap { Int($0) } ?? SetupDesk.seconds[0]
        try await setup.look(name, yaml, seconds: SetupDesk.seconds.contains(seconds) ? seconds : SetupDesk.seconds[0])
    }

    private func write(_ bench: Bench, _ yaml: String, base: String, _ query: Query) async throws {
        guard base == bench.file.version else {
            throw RequestProblem(
                .preconditionFailed,
                "\(file(bench.camera)) was changed on the machine since you began. Nothing was written.")
        }
        guard bench.proposal.isChanged else {
            throw RequestProblem(
                .conflict,
                "Nothing is changed: \(file(bench.camera)) says all of this already. It was not written, and the camera goes on as it is."
            )
        }
        guard setup.helper.isThere else {
            throw RequestProblem(
                .conflict, "This console may not write settings: the commands below do it on the machine.")
        }
        try lookups.record("settings", [bench.name], query)
        talk.notice("\(query.name) writes the settings of \(bench.name), from \(query.address)")
        try await setup.write(bench.camera, yaml, base: base)
    }

    /// Records that somebody is to see what a camera shows, and demands a reason where there has to be one.
    private func recordSight(_ command: String, of camera: String, _ query: Query) throws {
        try lookups.demandReason(query)
        try lookups.record(command, [camera], query)
    }

    /// Notes that the page is open: what the camera shows is kept for a minute, to try settings on.
    private func keepMinute(of camera: String, _ query: Query) async throws {
        guard live.offered.contains(camera) else { return }
        try lookups.demandReason(query)
        if await !live.minutes.isKept(camera) { try lookups.record("watch", ["live", camera], query) }
        await live.minutes.isOpen(camera)
    }

    // MARK: - Pictures

    @Sendable func cameraPicture(_ query: Query) async throws -> Response {
        try lookups.demandReasonOfPicture(query)
        guard let bytes = await setup.draft(try name(query))?.picture else { throw RequestProblem.notFound }
        return .file(bytes, "image/jpeg")
    }

    func seen(_ query: Query, _ stage: Draft.Stage) async throws -> Response {
        try lookups.demandReasonOfPicture(query)
        guard let number = query.parts.last.flatMap({ Int($0) }),
            let bytes = await setup.draft(try name(query))?[stage]?.pictures[number]
        else { throw RequestProblem.notFound }
        return .file(bytes, "image/jpeg")
    }

    // MARK: - For the page's script

    /// Tells how looks, tries and writing are getting on.
    @Sendable func setupState(_ query: Query) async throws -> Response {
        let name = try name(query)
        let draft = await setup.draft(name)
        if query.fields.has("open") { try await keepMinute(of: name.description, query) }
        let minute = await live.minutes.minute(of: name.description, at: query.now)
        var object = JSONObject()
        object.add("look", CameraPage.word(draft?.look))
        object.add("try", CameraPage.word(draft?.retry))
        object.add("frames", draft?.shown ?? 0)
        object.add("writing", draft?.isWriting ?? false)
        object.add("kept", minute.pictures.count)
        object.add("kept_s", minute.seconds)
        return .json(object)
    }

    /// Tells what is wrong with a form, and what it would change in the file.
    @Sendable private func checkSettings(_ query: Query) async throws -> Response {
        let bench = try await bench(try name(query), query.fields)
        var object = JSONObject()
        object.add("checked", CameraPage.checked(bench.proposal))
        object.add("tag", CameraPage.tag(isRight: bench.proposal.isRight, isChecked: bench.proposal.isChecked))
        object.add("right", bench.proposal.isRight)
        object.add("changed", bench.proposal.isChanged)
        object.add("changes", CameraPage.changes(bench.proposal))
        object.add(
            "problems",
            json: JSONObject.list(
                bench.proposal.problems.map { problem in
                    var object = JSONObject()
                    object.add("line", json: problem.line.map { "\($0)" } ?? "null")
                    object.add("key", problem.key)
                    object.add("message", problem.message)
                    return object.text
                }))
        object.add(
            "difference",
            json: JSONObject.list(
                bench.proposal.difference.near(3).map { line in
                    var object = JSONObject()
                    object.add("kind", line?.kind.rawValue ?? "gap")
                    object.add("text", line?.text ?? "")
                    return object.text
                }))
        return .json(object)
    }
}
