/// What the console asks of `plated-hub apply-settings`: one line of JSON.
public struct SettingsRequest: Codable, Sendable {
    /// What becomes of the file of user and password.
    public enum Credentials: Codable, Equatable, Sendable {
        case kept
        case removed
        case new(user: String, password: String)
    }

    public var camera: String
    /// The text that is to be the camera's file.
    public var yaml: String
    /// The version of the file that it was made from (`CameraFile.version`).
    public var base: String
    public var credentials: Credentials

    public init(camera: String, yaml: String, base: String, credentials: Credentials) {
        self.camera = camera
        self.yaml = yaml
        self.base = base
        self.credentials = credentials
    }
}

/// What became of it.
public struct SettingsVerdict: Codable, Equatable, Sendable {
    public enum Outcome: String, Codable, Sendable {
        /// Nothing was written.
        case refused
        /// The file is there, and the scanner was not asked for.
        case written
        /// And the camera is read with it.
        case running
        /// The file is there, and the scanner did not come up with it.
        case failed
    }

    public var outcome: Outcome
    /// A sentence.
    public var detail: String
    public var problems: [SettingsProblem]

    public init(_ outcome: Outcome, _ detail: String, problems: [SettingsProblem] = []) {
        self.outcome = outcome
        self.detail = detail
        self.problems = problems
    }
}
