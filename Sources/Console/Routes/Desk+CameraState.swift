import Answers
import CameraSetup
import HTTPTypes
import Hummingbird
import Records

/// What the page of a camera that is being set up asks for: pictures, and how things are getting on. For administrators alone.
extension Desk {
    /// Records that somebody is to see what a camera shows: not without a reason where there has to be one.
    func recordSight(_ command: String, of camera: String, _ query: Query) throws {
        if lacksReason(query) { throw Self.reasonless }
        try record(command, [camera], query)
    }

    /// The page is open: what the camera shows is kept for a minute, to try settings on.
    func keepMinute(of camera: String, _ query: Query) async throws {
        guard live.offered.contains(camera) else { return }
        if lacksReason(query) { throw Self.reasonless }
        if await !live.minutes.isKept(camera) { try record("watch", ["live", camera], query) }
        await live.minutes.isOpen(camera)
    }

    // MARK: - Pictures

    /// The page has asked for the reason already; a picture that is opened by itself is to have one, too.
    private func lacksReasonOfPicture(_ query: Query) -> Bool {
        lacksReason(query) && query.request.headers[.secFetchDest] != "image"
    }

    @Sendable func cameraPicture(_ query: Query) async throws -> Response {
        if lacksReasonOfPicture(query) { throw Self.reasonless }
        guard let bytes = await setup.draft(try name(query))?.picture else { throw RequestProblem.notFound }
        return .file(bytes, "image/jpeg")
    }

    func seen(_ query: Query, _ stage: Draft.Stage) async throws -> Response {
        if lacksReasonOfPicture(query) { throw Self.reasonless }
        guard let number = query.parts.last.flatMap({ Int($0) }),
            let bytes = await setup.draft(try name(query))?[stage]?.pictures[number]
        else { throw RequestProblem.notFound }
        return .file(bytes, "image/jpeg")
    }

    // MARK: - For the page's script

    /// How what takes its time is getting on.
    @Sendable func setupState(_ query: Query) async throws -> Response {
        let name = try name(query)
        let draft = await setup.draft(name)
        if query.fields.has("open") { try await keepMinute(of: name, query) }
        let minute = await live.minutes.minute(of: name, at: query.now)
        var object = JSONObject()
        object.add("look", CameraPage.word(draft?.look))
        object.add("try", CameraPage.word(draft?.retry))
        object.add("frames", draft?.shown ?? 0)
        object.add("writing", draft?.isWriting ?? false)
        object.add("kept", minute.pictures.count)
        object.add("kept_s", minute.seconds)
        return .json(object)
    }

    /// What is wrong with a form, and what it would change in the file.
    @Sendable func checkSettings(_ query: Query) async throws -> Response {
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
