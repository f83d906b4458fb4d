/// What became of a batch.
public struct StoredBatch: Sendable, Equatable {
    public package(set) var new = 0
    /// Were there already.
    public package(set) var repeated = 0
    /// Were not there, and are older than records are kept.
    public package(set) var old = 0
    /// Had a line that says meanwhile that it was forgotten.
    public package(set) var forgotten = 0

    package init() {}
}
