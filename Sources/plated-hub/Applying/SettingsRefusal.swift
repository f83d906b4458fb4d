import CameraSetup

/// Why a camera's settings are not written.
struct SettingsRefusal: Error {
    /// A sentence.
    var reason: String
    var problems: [SettingsProblem] = []

    init(_ reason: String, _ problems: [SettingsProblem] = []) {
        self.reason = reason
        self.problems = problems
    }
}
