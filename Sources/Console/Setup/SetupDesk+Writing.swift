import Basics
import CameraSetup
import HTTPTypes
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Writing what was typed, by the helper.
extension SetupDesk {
    /// Asks the helper; the verdict comes into the draft.
    func write(_ camera: CameraID, _ yaml: String, base: String) throws {
        guard let draft = drafts[camera] else { throw RequestProblem.notFound }
        guard !draft.isWriting else { throw RequestProblem(.conflict, "It is being written already.") }
        let credentials: SettingsRequest.Credentials =
            switch draft.secret {
            case .kept: .kept
            case .none: .removed
            case .new(let user, let password, _): .new(user: user, password: password)
            }
        drafts[camera]?.isWriting = true
        let request = SettingsRequest(camera: camera.description, yaml: yaml, base: base, credentials: credentials)
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

    /// Lets go of what was typed where the file says all of it by now: who types the page's commands on the machine makes that file.
    ///
    /// - Returns: whether it did.
    func adopt(_ file: CameraFile, of camera: CameraID, typed: SetupValues) -> Bool {
        // What the helper wrote has a verdict of its own, or gets one.
        guard let draft = drafts[camera], draft.values == typed, draft.base != file.version, draft.verdict == nil,
            !draft.isWriting
        else { return false }
        let own = CameraPlaces(camera, places.root)
        var detail = "\(own.configurationName) says all of this."
        if case .new = draft.secret {
            // Where there is a helper nobody was told to type the password on the machine: it is here alone.
            if helper.isThere { return false }
            detail += " Nobody can see from here whether user and password are in \(own.name(of: .credentials))."
        }
        drafts[camera]?.values = nil
        drafts[camera]?.secret = .kept
        drafts[camera]?.base = file.version
        drafts[camera]?.verdict = SettingsVerdict(.written, detail)
        drafts[camera]?.touched = now()
        return true
    }

    /// - Parameter written: as it was when it was handed over; what was typed since stays.
    private func ended(_ written: Draft, of camera: CameraID, _ verdict: SettingsVerdict) {
        drafts[camera]?.isWriting = false
        drafts[camera]?.verdict = verdict
        drafts[camera]?.touched = now()
        guard verdict.outcome != .refused else { return }
        // What was written is no draft any more, and its password is nowhere but in its file.
        if drafts[camera]?.values == written.values { drafts[camera]?.values = nil }
        if drafts[camera]?.secret == written.secret { drafts[camera]?.secret = .kept }
        if verdict.outcome == .running { frames(of: camera).map { _ = unlink($0) } }
        if verdict.outcome == .running { drafts[camera]?.frames = 0 }
    }
}
