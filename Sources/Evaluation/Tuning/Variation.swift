/// Settings that a recording is replayed with: the present ones with a few keys changed.
public struct Variation: Sendable, Equatable {
    public struct Change: Sendable, Equatable {
        /// Such as `gate.interval_ms`.
        public var key: String
        /// As a configuration file has it.
        public var value: String
        /// The same before the change.
        public var present: String

        public init(key: String, value: String, present: String) {
            self.key = key
            self.value = value
            self.present = present
        }
    }

    public var changes: [Change]
    /// How far it is from the present settings, beside the other values of the same key; 0 is what is shipped.
    public var distance: Int

    public init(_ changes: [Change], distance: Int = 0) {
        self.changes = changes
        self.distance = distance
    }

    public static let present = Variation([])

    /// For people.
    public var name: String {
        changes.isEmpty ? "as it is" : changes.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
}
