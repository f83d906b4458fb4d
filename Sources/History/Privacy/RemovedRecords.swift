/// What was removed because its time was over.
public struct RemovedRecords: Sendable, Equatable {
    /// Accepted plates.
    public package(set) var events = 0
    /// Other records.
    public package(set) var others = 0
    /// Of the events, for whoever has the folders of evidence to delete them there. Nothing tells of them any more.
    public package(set) var pictures: [Picture] = []
    /// Whether nothing older is left.
    public package(set) var isDone = false

    package init() {}
}
