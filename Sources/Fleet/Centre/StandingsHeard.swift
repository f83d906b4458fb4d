import Basics
import History
import Records
import Synchronization

/// What sites said last of themselves: written down for all centres of one history, and read by each, so that a site is heard wherever it speaks.
package final class StandingsHeard: Sendable {
    /// When a site was heard, as a number that is another each time; and a hash of what it said.
    private static let heard = "heard"
    private static let said = "said"
    /// How soon after it was said something is written down, together with what others say.
    private static let pulse = Duration.seconds(1)

    package struct Heard: Sendable {
        /// Nil while it has said nothing.
        package var told: SiteWord?
        package var at: ContinuousClock.Instant
    }

    private struct Known: Sendable {
        var beat: String
        var heard: Heard
        var digest: String
    }

    private let history: any History
    private let now: @Sendable () -> WallTime
    private let known = Mutex<[String: Known]>([:])
    private let unwritten = Mutex<[String: SiteWord]>([:])
    private let came = Bell()

    package init(_ history: any History, now: @escaping @Sendable () -> WallTime) {
        self.history = history
        self.now = now
    }

    private static func space(of site: String) -> String { "said by \(site)" }

    package func hear(_ told: SiteWord, from site: String) {
        unwritten.withLock { $0[site] = told }
        came.ring()
    }

    /// Writes down what was heard, until the task is cancelled.
    package func run() async throws {
        let calls = came.stream()
        for await _ in calls {
            try await Task.sleep(for: Self.pulse)
            let words = unwritten.withLock { unwritten in
                defer { unwritten = [:] }
                return unwritten
            }
            await write(words)
        }
        throw CancellationError()
    }

    func write(_ words: [String: SiteWord]) async {
        var batch = Batch()
        for (site, word) in words {
            let text = word.text
            let digest = Digest(of: text.utf8).description.prefix(16)
            let isNew = known.withLock { $0[site]?.digest != String(digest) }
            if isNew { batch.kept[KeptName(Self.space(of: site), Self.said)] = text }
            batch.kept[KeptName(Self.heard, site)] = "\(SiteToken.random().prefix(8)) \(digest) \(now().milliseconds)"
        }
        guard !batch.kept.isEmpty else { return }
        // What is not written down now is said again in a few seconds.
        do { _ = try await history.store(batch) } catch {}
    }

    /// Reads what some sites said, at whatever centre; one that nothing was heard of yet has had its time from now on.
    package func latest(of sites: [String], at now: ContinuousClock.Instant) async throws -> [String: Heard] {
        let beats = try await history.kept(Self.heard)
        var all: [String: Known] = [:]
        for site in sites {
            let words = beats[site]?.split(separator: " ").map(String.init) ?? []
            let before = known.withLock { $0[site] }
            guard words.count == 3 else {
                all[site] = before ?? Known(beat: "", heard: Heard(told: nil, at: now), digest: "")
                continue
            }
            if let before, before.beat == words[0] {
                all[site] = before
                continue
            }
            var word = before?.heard.told
            if before?.digest != words[1] {
                let text = try await history.kept(Self.space(of: site))[Self.said]
                word = text.flatMap { SiteWord(Array($0.utf8)) }
            }
            // A beat from before this centre began may be old: it counts as one of now, once.
            all[site] = Known(beat: words[0], heard: Heard(told: word, at: now), digest: words[1])
        }
        known.withLock { $0 = all }
        return all.mapValues(\.heard)
    }

    /// What a site said last, as far as this centre has looked.
    package func told(by site: String) -> SiteWord? { known.withLock { $0[site]?.heard.told } }

    /// What all sites said last, for commands, which keep nothing in mind.
    ///
    /// - Returns: with the time when it was heard, by the clock of that centre.
    package static func said(
        by sites: [String], in history: any History
    ) async throws -> [String: (word: SiteWord, at: WallTime)] {
        let beats = try await history.kept(heard)
        var all: [String: (word: SiteWord, at: WallTime)] = [:]
        for site in sites {
            guard let time = beats[site]?.split(separator: " ").last.flatMap({ Int64($0) }),
                let text = try await history.kept(space(of: site))[said], let word = SiteWord(Array(text.utf8))
            else { continue }
            all[site] = (word, WallTime(milliseconds: time))
        }
        return all
    }
}
