import Records

/// Where the console sets up cameras: what it reads, and whom it asks. It writes nowhere but to the last of these.
public struct SetupPlaces: Sendable, Equatable {
    /// Of the cameras' files.
    public var root: CameraPlaces.Root
    /// Behind which `plated setup` answers.
    public var probe: String
    /// Behind which `plated-hub apply-settings` answers.
    public var helper: String
    /// For pictures of looks, which are deleted again; nil for none.
    public var scratch: String?

    public init(root: CameraPlaces.Root, probe: String, helper: String, scratch: String?) {
        self.root = root
        self.probe = probe
        self.helper = helper
        self.scratch = scratch
    }
}
