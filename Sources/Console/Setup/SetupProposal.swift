import CameraSetup
import Records

/// What a camera's file would become, what is wrong with that, and how it differs.
struct SetupProposal: Sendable {
    /// Nil where the file cannot be changed so.
    let yaml: String?
    let problems: [SettingsProblem]
    /// Without secrets.
    let difference: LineDifference
    /// Whether `plated check` was asked.
    let isChecked: Bool
    /// Whether anything would be another, be it the password alone.
    let isChanged: Bool

    var isRight: Bool { problems.isEmpty && yaml != nil }

    /// - Parameter secret: what would hold after this form.
    init(_ camera: CameraID, _ form: SetupForm, file: CameraFile, secret: Draft.Secret, desk: SetupDesk) async throws {
        var problems = form.problems
        var yaml: String?
        var isChecked = false
        do {
            let text = try file.changed(to: form.values, credentials: secret.kind)
            yaml = text
            _ = try SettingsDifference.keys(from: file.text, to: text)
            let checked = await desk.problems(camera, text, hasCredentials: secret.kind == .handedOver)
            isChecked = checked != nil
            problems += (checked ?? []).filter { new in !problems.contains { $0.key == new.key && new.key != nil } }
        } catch let error as YAMLEdit.Unfit {
            problems.append(.init(key: nil, message: error.reason))
        } catch let error as SettingsDifference.Refusal {
            problems += error.problems.filter { new in !problems.contains { $0.key == new.key } }
        }
        self.yaml = yaml
        self.problems = problems
        self.isChecked = isChecked
        isChanged = yaml != file.text || secret.kind == .handedOver
        difference = LineDifference(from: CameraFile.shown(file.text), to: CameraFile.shown(yaml ?? file.text))
    }
}
