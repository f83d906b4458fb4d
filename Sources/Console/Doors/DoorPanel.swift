import Rules

/// The doors for the pages: which there are, and their buttons.
public struct DoorPanel: Sendable {
    public struct Door: Sendable {
        var name: String
        var lists: [String]
        var cameras: [String]
        var hasButton: Bool

        public init(name: String, lists: [String], cameras: [String], hasButton: Bool) {
            self.name = name
            self.lists = lists
            self.cameras = cameras
            self.hasButton = hasButton
        }
    }

    let doors: [Door]
    /// Opens one, in somebody's name, with what they say of it.
    let open: @Sendable (_ door: String, _ user: String, _ note: String?) async -> HandOpening

    public init(
        _ doors: [Door] = [],
        open: @escaping @Sendable (_ door: String, _ user: String, _ note: String?) async -> HandOpening = { _, _, _ in
            .unknown
        }
    ) {
        self.doors = doors
        self.open = open
    }
}
