/// What has changed in folders that are watched.
public struct FolderNews: Sendable, Equatable {
    /// More than these are not worth telling apart.
    private static let most = 1000

    /// Paths of files that were written to, and nothing else has changed; nil where it may be anything.
    public private(set) var written: Set<String>? = []

    public static let anything = {
        var news = FolderNews()
        news.add(nil)
        return news
    }()

    /// - Parameter path: of a file that was written to; nil where it is not known what has changed.
    mutating func add(_ path: String?) {
        guard let path, let known = written, known.count < Self.most else { return written = nil }
        written?.insert(path)
    }
}
