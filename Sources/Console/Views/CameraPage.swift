import Addresses
import CameraSetup
import Records

/// The page on which one camera is set up.
struct CameraPage {
    let files: CameraPlaces
    let file: CameraFile
    let draft: Draft?
    let values: SetupValues
    let secret: Draft.Secret
    let proposal: SetupProposal
    let choices: SetupChoices?
    let hasProbe: Bool
    let hasHelper: Bool
    /// Whether its scanner shows what it sees.
    let isLive: Bool
    /// Why somebody looks, which goes with all that the page asks for.
    var reason: String?
    var notice: String?

    private var camera: String { files.camera.description }
    private var path: String { "/cameras/\(camera)" }

    func fill(_ page: inout Pages.Values) {
        page["name"] = camera
        page["camera"] = camera
        page["path"] = path
        page["file"] = files.configuration
        page["cameraTitle"] = file.values.texts[.title] ?? false
        page["base"] = draft?.values == nil ? file.version : draft?.base ?? file.version
        page["address"] = values.texts[.url] ?? ""
        page["notice"] = notice ?? false
        page["reason"] = reason ?? false
        page["changedSince"] = draft.map { $0.values != nil && $0.base != file.version } ?? false
        page["isNew"] = file.text.isEmpty
        page["hasProbe"] = hasProbe
        page["hasHelper"] = hasHelper
        page["lengths"] = SetupDesk.seconds.map { "\($0)" }
        fillPicture(&page)
        fillFields(&page)
        fillFile(&page)
        fillWork(&page)
    }

    // MARK: - Picture

    /// Of an address that asks for something already.
    private var reasonPart: String { reason.map { "&reason=" + $0.percentEncoded } ?? "" }

    private var areas: [SetupRegion] {
        values.lanes.isEmpty ? values.roi.map { [$0] } ?? [] : values.lanes.map(\.area)
    }

    private func fillPicture(_ page: inout Pages.Values) {
        page["outlines"] = areas.map { area in area.corners.map { "\($0.x),\($0.y)" }.joined(separator: " ") }
        if let draft, draft.picture != nil {
            page["picture"] = ["path": "\(path)/picture.jpg?n=\(draft.shown)\(reasonPart)"] as Pages.Values
        } else {
            page["picture"] =
                isLive
                ? ["path": "/api/cameras/\(camera)/picture.jpg?width=1920\(reasonPart)"] as Pages.Values : false
        }
    }

    // MARK: - Fields

    private func wrong(_ key: String) -> String {
        proposal.problems.filter { $0.key == key }.map(\.message).joined(separator: "; ")
    }

    private func fillFields(_ page: inout Pages.Values) {
        page["fields"] = CameraFields.values(values, file: file, wrong: wrong)
        page["roi"] = values.roi?.form ?? ""
        page["roiFixed"] = file.unshown.contains(.roi)
        page["lanesFixed"] = file.unshown.contains(.lanes)
        page["lanes"] = values.lanes.enumerated().map { CameraFields.lane($1, number: $0 + 1, wrong: wrong) }
        page["spareLane"] =
            values.lanes.count < SetupLane.most ? CameraFields.lane(nil, number: values.lanes.count + 1) : false
        page["emptyLane"] = CameraFields.lane(nil, number: 0)
        page["wrongROI"] = wrong("roi")
        page["wrongLanes"] = wrong("lanes")
        page["wrongUser"] = wrong("source.user")
        page["wrongPassword"] = wrong("source.password")
        page["wrongCountries"] = wrong("formats.countries")
        page["hasCredentials"] = file.hasCredentials && secret == .kept
        page["holdsTyped"] = secret.kind == .handedOver
        page["heldUser"] =
            file.hasCredentials && secret == .kept ? "as it is" : secret.kind == .handedOver ? "as typed" : ""
        let countries = choices?.countries ?? []
        page["hasCountries"] = !countries.isEmpty && !file.unshown.contains(.countries)
        page["countriesInFile"] = values.countries.isEmpty ? "none" : values.countries.joined(separator: ", ")
        // Formats of a folder of the file's own are not known here.
        let own = file.values.countries.filter { code in !countries.contains { $0.code == code } }
            .map { SetupChoices.Country(code: $0, name: "As the file says") }
        page["countries"] = (own + countries).map { country -> Pages.Values in
            ["name": country.name, "code": country.code, "isChosen": values.countries.contains(country.code)]
        }
        let others = file.others + file.unshown.map(\.rawValue)
        page["others"] = others.joined(separator: ", ")
        page["hasOthers"] = !others.isEmpty
    }

    // MARK: - File

    private func fillFile(_ page: inout Pages.Values) {
        page["changes"] = Self.changes(proposal)
        page["checked"] = Self.checked(proposal)
        page["checkedTag"] = Self.tag(isRight: proposal.isRight, isChecked: proposal.isChecked)
        page["isChanged"] = proposal.isChanged
        page["problems"] = Self.problems(proposal.problems)
        page["difference"] = Self.difference(proposal.difference)
        page["canCopy"] = !holdsSecret
        page["commands"] = commands
    }

    static func changes(_ proposal: SetupProposal) -> String {
        let count = proposal.difference.lines.count { $0.kind == .new }
        return count == 0 ? "no change" : count == 1 ? "1 change" : "\(count) changes"
    }

    static func checked(_ proposal: SetupProposal) -> String {
        let count = proposal.problems.count
        if count > 0 { return "◆ \(count == 1 ? "1 mistake" : "\(count) mistakes")" }
        return proposal.isChecked ? "✓ checked" : "not checked here"
    }

    /// The colour of what `checked` says: none where nothing was checked.
    static func tag(isRight: Bool, isChecked: Bool) -> String {
        guard isRight else { return "bad" }
        return isChecked ? "good" : ""
    }

    private static func problems(_ problems: [SettingsProblem]) -> [Pages.Values] {
        problems.map { ["line": $0.line.map { "\($0)" } ?? false, "key": $0.key ?? false, "message": $0.message] }
    }

    static func difference(_ difference: LineDifference) -> [Pages.Values] {
        difference.near(3).map { line in
            guard let line else { return ["isGap": true, "kind": "gap", "sign": "", "word": "", "text": ""] }
            let (sign, word) =
                switch line.kind {
                case .same: (" ", "")
                case .gone: ("−", "goes:")
                case .new: ("+", "comes:")
                }
            return ["isGap": false, "kind": line.kind.rawValue, "sign": sign, "word": word, "text": line.text]
        }
    }

    private var holdsSecret: Bool { proposal.yaml.map { CameraFile.shown($0) != $0 } ?? false }

    private var commands: String {
        SetupCommands(
            places: files, yaml: holdsSecret ? nil : proposal.yaml, isNew: file.text.isEmpty,
            secret: secret
        ).text
    }

    // MARK: - Work

    private func fillWork(_ page: inout Pages.Values) {
        page["isWriting"] = draft?.isWriting ?? false
        if let verdict = draft?.verdict {
            page["verdict"] =
                [
                    "detail": verdict.detail, "isGood": verdict.outcome == .running || verdict.outcome == .written,
                    "problems": Self.problems(verdict.problems),
                ] as Pages.Values
        } else {
            page["verdict"] = false
        }
        page["isLooking"] = draft?.look?.state == .going
        page["lookState"] = Self.word(draft?.look)
        page["seconds"] = "\(draft?.look?.seconds ?? 0)"
        page["lookFailed"] = Self.failure(draft?.look) ?? false
        page["found"] = found(draft?.look, "look") ?? false
        page["hasFrames"] = (draft?.frames ?? 0) > 0 && draft?.look?.state != .going
        page["isLive"] = isLive
        page["isBusy"] = draft?.retry?.state == .going
        guard let retry = draft?.retry else { return page["tried"] = false }
        page["tried"] =
            [
                "state": Self.word(retry), "isTrying": retry.state == .going, "frames": "\(retry.basis?.frames ?? 0)",
                "length": "\(retry.basis?.seconds ?? 0) s", "isLast": retry.basis?.time != nil,
                "failed": Self.failure(retry) ?? false,
                "found": found(retry, "try") ?? false,
            ] as Pages.Values
    }

    static func word(_ work: Draft.Work?) -> String {
        switch work?.state {
        case nil: "none"
        case .going: "going"
        case .done: "done"
        case .failed: "failed"
        }
    }

    private static func failure(_ work: Draft.Work?) -> String? {
        if case .failed(let reason)? = work?.state { reason } else { nil }
    }

    private func found(_ work: Draft.Work?, _ kind: String) -> Pages.Values? {
        work?.findings.map {
            FindingsView(
                findings: $0, path: "\(path)/\(kind)", version: "\(work?.number ?? 0)", areas: work?.areas ?? [],
                reason: reason
            ).values
        }
    }
}
