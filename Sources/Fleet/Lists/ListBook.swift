import Basics
import History
import Records

/// What a centre's history keeps of the lists that went to sites: which version each was told last, and which it has.
package struct ListBook: Sendable, Equatable {
    private static let told = "lists told"
    private static let held = "lists held"

    /// What a site was told last: a version, and a digest of what is in it.
    package struct Told: Sendable, Equatable {
        package var version: Int64
        package var content: String
    }

    /// By the names of sites.
    package var told: [String: Told] = [:]
    /// Which version a site said that it has.
    package var held: [String: Int64] = [:]

    package init() {}

    package init(of history: any History) async throws {
        for (site, text) in try await history.kept(Self.told) {
            let words = text.split(separator: " ").map(String.init)
            guard words.count == 2, let version = Int64(words[0]) else { continue }
            told[site] = Told(version: version, content: words[1])
        }
        held = try await history.kept(Self.held).compactMapValues { Int64($0) }
    }

    /// Whether a site has what it was told last.
    package func isCurrent(_ site: String) -> Bool { told[site].map { $0.version == held[site] } ?? false }

    /// Of some sites, those that were told of lists and have not said yet that they have none any more.
    package func holders(among sites: [String]) -> [String] {
        sites.filter { site in
            guard let word = told[site] else { return false }
            return !isCurrent(site) || word.content != ListNotice(site: site, version: 0, lists: []).content
        }
    }

    /// Writes down what is another than before.
    func keep(over before: ListBook, in history: any History) async throws {
        var batch = Batch()
        for (site, word) in told where before.told[site] != word {
            batch.kept[KeptName(Self.told, site)] = "\(word.version) \(word.content)"
        }
        for (site, version) in held where before.held[site] != version {
            batch.kept[KeptName(Self.held, site)] = "\(version)"
        }
        if !batch.kept.isEmpty { _ = try await history.store(batch) }
    }
}
