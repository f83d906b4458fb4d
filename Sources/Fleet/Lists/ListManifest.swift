import History
import Records

/// Which lists of the centre are a site's, as the centre's history has it: the names of files, and the hashes of what is in them.
package struct ListManifest: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// Such as `stolen.wanted.csv`.
        package var name: String
        package var hash: String
    }

    package private(set) var files: [File]

    /// A line a file, so that a manifest without any has a text, too.
    private static let mark = "lists"

    package init(_ lists: [SiteList]) {
        files = lists.map { File(name: $0.file, hash: Digest(of: $0.bytes).description) }
    }

    package var text: String { files.reduce(Self.mark) { "\($0)\n\($1.hash) \($1.name)" } }

    /// Nil of what is none.
    package init?(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.first == Self.mark else { return nil }
        files = []
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { return nil }
            files.append(File(name: words[1], hash: words[0]))
        }
    }

    /// What tells these lists from others.
    package var tag: String { String(Digest(of: text.utf8).description.prefix(32)) }

    private static let content = "text"
    private static func space(of hash: String) -> String { "list \(hash)" }

    static func name(of hash: String) -> KeptName { KeptName(space(of: hash), content) }

    /// The lists themselves.
    ///
    /// - Returns: nil where one of them is another meanwhile.
    package func lists(in history: any History) async throws -> [SiteList]? {
        var lists: [SiteList] = []
        for file in files {
            guard let text = try await history.kept(Self.space(of: file.hash))[Self.content],
                Digest(of: text.utf8).description == file.hash
            else { return nil }
            lists.append(SiteList(file: file.name, bytes: Array(text.utf8)))
        }
        return lists
    }
}
