import Basics
import CameraSetup
import HTTPTypes
import Logging
import Records

#if canImport(Glibc)
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cameras that are being set up, by their names. It asks others to look, to check and to write, one after the other.
actor SetupDesk {
    typealias Instant = ContinuousClock.Instant

    static let seconds = [10, 5, 30, 60]
    /// How long a draft is kept that nobody touches.
    private static let memory = Duration.seconds(3600)
    /// When one that is over, and busy, is looked at again.
    private static let pause = Duration.seconds(60)
    /// Of the pictures of one look, in bytes. A minute at 1080p has about 60 MB.
    private static let mostKept = 96 << 20
    /// Drafts hold pictures.
    private static let most = 8

    nonisolated let places: SetupPlaces
    nonisolated let minutes: LastMinutes
    var drafts: [CameraID: Draft] = [:]
    private var choices: SetupChoices?
    private var works = 0
    let now: @Sendable () -> Instant
    private let waiting: @Sendable (Duration) async throws -> Void
    /// Lets go of drafts whose time is over; nil while there are none.
    private var timer: Task<Void, Never>?

    init(
        _ places: SetupPlaces, minutes: LastMinutes, talk: Logger, now: @escaping @Sendable () -> Instant,
        waiting: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.places = places
        self.minutes = minutes
        self.now = now
        self.waiting = waiting
        guard let scratch = places.scratch else { return }
        mkdir(scratch, 0o700)
        do {
            // Of a hub that was killed.
            let left = try FileManager.default.contentsOfDirectory(atPath: scratch)
            for name in left where CameraPlaces.areFrames(name) { unlink("\(scratch)/\(name)") }
        } catch {
            talk.warning(
                "\(scratch) cannot be used, so what a look at a camera shows is not kept to be tried on: \(Failure(error))"
            )
        }
    }

    nonisolated var probe: SetupSocket { SetupSocket(places.probe) }
    nonisolated var helper: SetupSocket { SetupSocket(places.helper) }

    // MARK: - Drafts

    func draft(_ camera: CameraID) -> Draft? {
        sweep()
        return drafts[camera]
    }

    /// Keeps what was typed.
    func keep(_ camera: CameraID, _ values: SetupValues, _ secret: Draft.Secret, base: String) throws {
        sweep()
        if drafts[camera] == nil { try makeRoom() }
        var draft = drafts[camera] ?? Draft(at: now())
        draft.values = values
        // What was typed once is not asked for again.
        if secret != .kept || draft.base != base { draft.secret = secret }
        draft.base = base
        draft.verdict = nil
        draft.touched = now()
        drafts[camera] = draft
        wake()
    }

    /// Cameras that are finished have their place until another needs it.
    private func makeRoom() throws {
        guard drafts.count >= Self.most else { return }
        let oldest = drafts.filter { $0.value.isSpent }.min { $0.value.touched < $1.value.touched }
        guard let oldest else {
            throw RequestProblem(
                .tooManyRequests, "\(Self.most) cameras are being set up already: finish or discard one.")
        }
        discard(oldest.key)
    }

    func discard(_ camera: CameraID) {
        drafts[camera] = nil
        frames(of: camera).map { _ = unlink($0) }
    }

    private func wake() {
        guard timer == nil else { return }
        // It holds nothing of the desk while it waits: that may go away.
        timer = Task.detached { [weak self, waiting] in
            while let pause = await self?.swept() {
                do { try await waiting(pause) } catch { return }
            }
        }
    }

    /// How long until the next draft may be over; nil where there is none, and then the timer ends.
    private func swept() -> Duration? {
        sweep()
        guard let oldest = drafts.values.map(\.touched).min() else {
            timer = nil
            return nil
        }
        let left = Self.memory - (now() - oldest)
        return left > .zero ? left : Self.pause
    }

    /// What is going on ends first.
    private func sweep() {
        let time = now()
        for (camera, draft) in drafts where time - draft.touched >= Self.memory && !draft.isBusy { discard(camera) }
    }

    func frames(of camera: CameraID) -> String? { places.scratch.map { CameraPlaces.frames(of: camera, in: $0) } }

    // MARK: - What is here

    /// Nil where nobody answers.
    func known() async -> SetupChoices? {
        if let choices { return choices }
        guard probe.isThere else { return nil }
        do {
            for try await part in Conversation.parts(probe, SetupQuestion(.about), patience: 10)
            where part.head.part == .choices {
                choices = try PartChannel.decoded(SetupChoices.self, part.bytes)
            }
        } catch { return nil }
        return choices
    }

    /// What `plated check` has to say of a text; nil where nobody could be asked.
    nonisolated func problems(_ camera: CameraID, _ yaml: String, hasCredentials: Bool) async -> [SettingsProblem]? {
        guard probe.isThere else { return nil }
        let question = SetupQuestion(.check, camera: camera.description, yaml: yaml, hasCredentials: hasCredentials)
        var problems: [SettingsProblem]?
        do {
            for try await part in Conversation.parts(probe, question, patience: 15) where part.head.part == .problems {
                problems = try PartChannel.decoded([SettingsProblem].self, part.bytes)
            }
        } catch {
            // The page says that nobody checked it; who writes the file checks it once more.
            return nil
        }
        return problems
    }

    // MARK: - Looking

    var isLooking: Bool { drafts.values.contains { $0.look?.state == .going || $0.retry?.state == .going } }

    func look(_ camera: CameraID, _ yaml: String, seconds: Int) throws {
        guard !isLooking else {
            throw RequestProblem(
                .conflict, "The console looks at one camera at a time, and does so now. Wait for its end.")
        }
        guard var draft = drafts[camera] else { throw RequestProblem.notFound }
        works += 1
        draft.look = draft.work(works, seconds: seconds)
        (draft.retry, draft.picture, draft.shown, draft.frames, draft.kept) = (nil, nil, 0, 0, 0)
        draft.orientation = draft.values?.texts[.orientation]
        drafts[camera] = draft
        let file =
            frames(of: camera).map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600) } ?? -1
        var question = SetupQuestion(
            .look, camera: camera.description, yaml: yaml, hasCredentials: draft.secret.kind == .handedOver,
            seconds: seconds)
        if case .new(let user, let password, _) = draft.secret { (question.user, question.password) = (user, password) }
        // Opening a camera may take long, and so may trying how its picture lies.
        let parts = Conversation.parts(probe, question, patience: 60)
        Task { [works] in
            await follow(parts, of: camera, .look, works, keepingIn: file)
            if file >= 0 { close(file) }
        }
    }

    /// On the pictures of the look.
    func retry(_ camera: CameraID, _ yaml: String) throws {
        guard let draft = drafts[camera], draft.frames > 0, let file = frames(of: camera) else {
            throw RequestProblem(.conflict, "There are no pictures to try it on yet: look at the camera first.")
        }
        let basis = Draft.Basis(frames: draft.frames, seconds: draft.look?.seconds ?? 0)
        try retry(camera, yaml, .file(file), basis, orientation: draft.orientation)
    }

    /// On what its scanner analysed in the last minute.
    ///
    /// - Parameter orientation: how the camera's pictures lie, as the scanner has it.
    func retry(_ camera: CameraID, _ yaml: String, on minute: LastMinute, orientation: String?) throws {
        guard let time = minute.time else {
            throw RequestProblem(
                .conflict,
                "There are no pictures of the last minute yet. They are kept while this page is open: try again in some seconds."
            )
        }
        let basis = Draft.Basis(frames: minute.pictures.count, seconds: minute.seconds, time: time)
        try retry(camera, yaml, .parts(minute.parts), basis, orientation: orientation)
    }

    private func retry(
        _ camera: CameraID, _ yaml: String, _ pictures: Conversation.Pictures, _ basis: Draft.Basis,
        orientation: String?
    ) throws {
        guard !isLooking else {
            throw RequestProblem(
                .conflict, "The console looks at one camera at a time, and does so now. Wait for its end.")
        }
        guard var draft = drafts[camera] else { throw RequestProblem.notFound }
        works += 1
        draft.retry = draft.work(works)
        draft.retry?.basis = basis
        drafts[camera] = draft
        let question = SetupQuestion(
            .retry, camera: camera.description, yaml: yaml, hasCredentials: draft.secret.kind == .handedOver,
            orientation: orientation)
        let parts = Conversation.parts(probe, question, pictures, patience: 300)
        Task { [works] in await follow(parts, of: camera, .retry, works, keepingIn: -1) }
    }

    private func follow(
        _ parts: AsyncThrowingStream<Part, any Error>, of camera: CameraID, _ stage: Draft.Stage, _ number: Int,
        keepingIn file: Int32
    ) async {
        // It may be discarded meanwhile, and the camera be looked at anew.
        func isWanted() -> Bool {
            drafts[camera]?[stage].map { $0.number == number && $0.state == .going } ?? false
        }
        func end(_ state: Draft.Work.State) {
            drafts[camera]?[stage]?.state = state
            drafts[camera]?.touched = now()
        }
        do {
            for try await part in parts {
                // To stop listening ends it.
                guard isWanted() else { return }
                try take(part, of: camera, stage, keepingIn: file)
            }
            if isWanted() { end(.done) }
        } catch {
            if isWanted() { end(.failed("\(Failure(error))")) }
        }
    }

    private func take(
        _ part: Part, of camera: CameraID, _ stage: Draft.Stage, keepingIn file: Int32
    ) throws {
        switch part.head.part {
        case .frame:
            drafts[camera]?.picture = part.bytes
            drafts[camera]?.shown += 1
            guard file >= 0, let draft = drafts[camera], draft.kept + part.bytes.count <= Self.mostKept else { return }
            // Pictures that cannot be kept can be looked at all the same.
            do { try PartChannel(input: -1, output: file).send(part) } catch { return }
            drafts[camera]?.frames += 1
            drafts[camera]?.kept += part.bytes.count
        case .picture:
            if let number = part.head.number { drafts[camera]?[stage]?.pictures[number] = part.bytes }
        case .findings:
            let findings = try PartChannel.decoded(SetupFindings.self, part.bytes)
            guard findings.isSound else {
                throw Failure(
                    .unavailable, while: "looking at \(camera)",
                    because: "what was found has numbers that no picture has")
            }
            drafts[camera]?[stage]?.findings = findings
        default: break
        }
    }
}
