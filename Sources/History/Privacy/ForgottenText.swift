/// What became of a plate that is to be forgotten.
public struct ForgottenText: Sendable, Equatable {
    /// Records that told of it: of each its number, identifier, camera and time are left.
    public package(set) var records = 0
    /// Records of other plates that had voted for it: that text was taken out of them.
    public package(set) var votes = 0
    /// For whoever has the folders of evidence to delete them there.
    public package(set) var pictures: [Picture] = []
    /// The file that still has old pages of it; nil where there is none. A WAL of SQLite is not emptied while another process reads for
    /// long: its pages go with the next `forget`, or when the last process closes the file. PostgreSQL writes over what was deleted in
    /// its own time, and names none.
    public package(set) var unemptied: String?

    package init() {}
}
