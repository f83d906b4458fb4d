/// What became of a plate that is to be forgotten.
public struct ForgottenText: Sendable, Equatable {
    /// Records that told of it: of each its number, identifier, camera and time are left.
    public package(set) var records = 0
    /// Records of other plates that had voted for it: that text was taken out of them.
    public package(set) var votes = 0
    /// For whoever has the folders of evidence to delete them there.
    public package(set) var pictures: [Picture] = []
    /// Whether nothing of it is left in the database's files either. A WAL of SQLite is not emptied while another process reads for long:
    /// its old pages go with the next `forget`, or when the last process closes the file. PostgreSQL writes over what was deleted in its
    /// own time.
    public package(set) var isOverwritten = false

    package init() {}
}
