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
    static let seconds = [10, 5, 30, 60]
    /// How long a draft is kept that nobody touches, in milliseconds.
    private static let memory: Int64 = 3_600_000
    /// Of the pictures of one look, in bytes. A minute at 1080p has about 60 MB.
    private static let mostKept = 96 << 20
    /// Drafts hold pictures.
    private static let most = 8

    nonisolated let places: SetupPlaces
    nonisolated let minutes: LastMinutes
    private var drafts: [String: Draft] = [:]
    private var choices: SetupChoices?
    private var works = 0

    init(_ places: SetupPlaces, minutes: LastMinutes, talk: Logger) {
        self.places = places
        self.minutes = minutes
        guard let scratch = places.scratch else { return }
        mkdir(scratch, 0o700)
        do {
            // Of a hub that was killed.
            let left = try FileManager.default.contentsOfDirectory(atPath: scratch)
            for name in left where name.hasSuffix(Self.suffix) { unlink("\(scratch)/\(name)") }
        } catch {
            talk.warning(
                "\(scratch) cannot be used, so what a look at a camera shows is not kept to be tried on: \(Failure(error))"
            )
        }
    }

    private static let suffix = ".frames"

    nonisolated var probe: SetupSocket { SetupSocket(places.probe) }
    nonisolated var helper: SetupSocket { SetupSocket(places.helper) }

    // MARK: - Drafts

    func draft(_ camera: String) -> Draft? { drafts[camera] }

    /// Keeps what was typed.
    func keep(_ camera: String, _ values: SetupValues, _ secret: Draft.Secret, base: String, at time: WallTime) throws {
        sweep(time)
        guard drafts[camera] != nil || drafts.count < Self.most else {
            throw RequestProblem(
                .tooManyRequests, "\(Self.most) cameras are being set up already: finish or discard one.")
        }
        var draft = drafts[camera] ?? Draft(at: time)
        draft.values = values
        // What was typed once is not asked for again.
        if secret != .kept || draft.base != base { draft.secret = secret }
        draft.base = base
        draft.verdict = nil
        draft.touched = time
        drafts[camera] = draft
    }

    func discard(_ camera: String) {
        drafts[camera] = nil
        frames(of: camera).map { _ = unlink($0) }
    }

    private func sweep(_ time: WallTime) {
        for (camera, draft) in drafts where time.milliseconds - draft.touched.milliseconds > Self.memory {
            discard(camera)
        }
    }

    private func frames(of camera: String) -> String? { places.scratch.map { "\($0)/\(camera)\(Self.suffix)" } }

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
    nonisolated func problems(_ camera: String, _ yaml: String, hasCredentials: Bool) async -> [SettingsProblem]? {
        guard probe.isThere else { return nil }
        let question = SetupQuestion(.check, camera: camera, yaml: yaml, hasCredentials: hasCredentials)
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

    func look(_ camera: String, _ yaml: String, seconds: Int) throws {
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
            .look, camera: camera, yaml: yaml, hasCredentials: draft.secret.kind == .handedOver, seconds: seconds)
        if case .new(let user, let password, _) = draft.secret { (question.user, question.password) = (user, password) }
        // Opening a camera may take long, and so may trying how its picture lies.
        let parts = Conversation.parts(probe, question, patience: 60)
        Task { [works] in
            await follow(parts, of: camera, .look, works, keepingIn: file)
            if file >= 0 { close(file) }
        }
    }

    /// On the pictures of the look.
    func retry(_ camera: String, _ yaml: String) throws {
        guard let draft = drafts[camera], draft.frames > 0, let file = frames(of: camera) else {
            throw RequestProblem(.conflict, "There are no pictures to try it on yet: look at the camera first.")
        }
        let basis = Draft.Basis(frames: draft.frames, seconds: draft.look?.seconds ?? 0)
        try retry(camera, yaml, .file(file), basis, orientation: draft.orientation)
    }

    /// On what its scanner analysed in the last minute.
    ///
    /// - Parameter orientation: how the camera's pictures lie, as the scanner has it.
    func retry(_ camera: String, _ yaml: String, on minute: LastMinute, orientation: String?) throws {
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
        _ camera: String, _ yaml: String, _ pictures: Conversation.Pictures, _ basis: Draft.Basis, orientation: String?
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
            .retry, camera: camera, yaml: yaml, hasCredentials: draft.secret.kind == .handedOver,
            orientation: orientation)
        let parts = Conversation.parts(probe, question, pictures, patience: 300)
        Task { [works] in await follow(parts, of: camera, .retry, works, keepingIn: -1) }
    }

    private func follow(
        _ parts: AsyncThrowingStream<Part, any Error>, of camera: String, _ stage: Draft.Stage, _ number: Int,
        keepingIn file: Int32
    ) async {
        // It may be discarded meanwhile, and the camera be looked at anew.
        func isWanted() -> Bool {
            drafts[camera]?[stage].map { $0.number == number && $0.state == .going } ?? false
        }
        do {
            for try await part in parts {
                // To stop listening ends it.
                guard isWanted() else { return }
                try take(part, of: camera, stage, keepingIn: file)
            }
            if isWanted() { drafts[camera]?[stage]?.state = .done }
        } catch {
            if isWanted() { drafts[camera]?[stage]?.state = .failed("\(Failure(error))") }
        }
    }

    private func take(
        _ part: Part, of camera: String, _ stage: Draft.Stage, keepingIn file: Int32
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

    // MARK: - Writing

    /// Asks the helper; the verdict comes into the draft.
    func write(_ camera: String, _ yaml: String, base: String) throws {
        guard let draft = drafts[camera] else { throw RequestProblem.notFound }
        guard !draft.isWriting else { throw RequestProblem(.conflict, "It is being written already.") }
        let credentials: SettingsRequest.Credentials =
            switch draft.secret {
            case .kept: .kept
            case .none: .removed
            case .new(let user, let password, _): .new(user: user, password: password)
            }
        drafts[camera]?.isWriting = true
        let request = SettingsRequest(camera: camera, yaml: yaml, base: base, credentials: credentials)
        let parts = Conversation.parts(helper, request, patience: 120)
        Task {
            var verdict: SettingsVerdict?
            do {
                for try await part in parts where part.head.part == .verdict {
                    verdict = try PartChannel.decoded(SettingsVerdict.self, part.bytes)
                }
            } catch { verdict = verdict ?? SettingsVerdict(.refused, "\(Failure(error))") }
            ended(draft, of: camera, verdict ?? SettingsVerdict(.refused, "The answer broke off."))
        }
    }

    /// - Parameter written: as it was when it was handed over; what was typed since stays.
    private func ended(_ written: Draft, of camera: String, _ verdict: SettingsVerdict) {
        drafts[camera]?.isWriting = false
        drafts[camera]?.verdict = verdict
        guard verdict.outcome != .refused else { return }
        // What was written is no draft any more, and its password is nowhere but in its file.
        if drafts[camera]?.values == written.values { drafts[camera]?.values = nil }
        if drafts[camera]?.secret == written.secret { drafts[camera]?.secret = .kept }
        if verdict.outcome == .running { frames(of: camera).map { _ = unlink($0) } }
        if verdict.outcome == .running { drafts[camera]?.frames = 0 }
    }
}
