import Records

/// Lines of a file that stand one behind the other, each tied to the one before it.
struct Segment: Equatable {
    enum Link: Equatable {
        /// What the first line says stands before it.
        case to(Digest)
        /// It says nothing. It may be a record (of a version before chains, or of somebody else), or no JSON at all.
        case nothing(isRecord: Bool)
    }

    /// Index of the file.
    var file: Int
    var first: Int
    var last: Int
    var link: Link
    var firstDigest: Digest
    var lastDigest: Digest

    var count: Int { last - first + 1 }
}
