import Fleet
import History
import Records

/// What a site has reported, in a centre's history.
enum SiteScene {
    /// Stores lines as a post of the site brings them.
    ///
    /// - Returns: what is told of them.
    @discardableResult
    static func take(
        _ lines: [[UInt8]], of site: String, into history: any History, now: WallTime = .now
    ) async throws -> [String] {
        var books = SiteBooks(site, kept: try await history.kept(SiteBooks.space(of: site)))
        var posted = PostedRecords(origin: "origin", after: books.committed("origin").committed)
        for line in lines { posted.add(PostedRecord(line: line.last == UInt8(ascii: "\n") ? line.dropLast() : line)) }
        var batch = Batch()
        let told = books.add(posted, to: &batch, packer: LinePacker(history.lineForm), now: now)
        _ = try await history.store(batch)
        return told
    }
}
