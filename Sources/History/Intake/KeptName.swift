/// Under which name somebody keeps a short text beside the records that it belongs to: both are stored, or neither.
package struct KeptName: Hashable, Sendable {
    /// Whose it is; its names are read together.
    package var space: String
    package var name: String

    package init(_ space: String, _ name: String) {
        self.space = space
        self.name = name
    }
}
