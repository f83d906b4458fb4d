import Answers
import Basics
import History
import Logging
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Asks sites for pictures while somebody looks at them. Nothing of a picture is kept: what came is handed on, if it is what the record tells of.
///
/// A site waits at any centre of a history, and sends to any. So what is wanted stands in the history where that is shared, and so does what came
/// to another centre, until it was looked at.
package actor PictureAsker {
    /// For how long a picture is waited for; a page waits no longer.
    private static let patience = Duration.seconds(15)
    /// How often it is looked whether one came to another centre.
    private static let pulse = Duration.milliseconds(250)
    /// Pictures that are asked for at once: of one site, and in all.
    private static let most = (ofOne: 6, all: 60)

    private struct Key: Hashable {
        var site: String
        var hash: String
    }

    private struct Look {
        var event: String
        var waiting: [AsyncStream<Result<[UInt8], PictureAbsence>>.Continuation]
    }

    /// What a centre wants, in a shared history.
    private struct Wanted: Codable {
        var event: String
        var sha256: String
        /// By the clock of that centre, in milliseconds.
        var until: Int64
    }

    private let history: any History
    private let heard: StandingsHeard
    private let bell: SiteBell
    private let patience: Duration
    private let now: @Sendable () -> WallTime
    private var looks: [Key: Look] = [:]

    package init(
        _ history: any History, heard: StandingsHeard, bell: SiteBell, patience: Duration = PictureAsker.patience,
        now: @escaping @Sendable () -> WallTime
    ) {
        self.history = history
        self.heard = heard
        self.bell = bell
        self.patience = patience
        self.now = now
    }

    /// What a site said last of its pictures.
    package nonisolated func offer(of site: String) -> PicturePolicy { heard.told(by: site)?.policy ?? .never }

    // MARK: - Looking

    /// - Parameters:
    ///   - event: its identifier at the site.
    ///   - file: the picture, as the event's record names it.
    package func picture(
        _ file: PlateEvidence.File, of event: String, at site: String
    ) async -> Result<[UInt8], PictureAbsence> {
        guard offer(of: site) != .never else { return .failure(.unoffered) }
        guard file.bytes <= PicturePolicy.longest else { return .failure(.tooLarge) }
        guard let digest = Digest(file.sha256), file.bytes > 0 else { return .failure(.changed) }
        let key = Key(site: site, hash: digest.description)
        let (answers, waiting) = AsyncStream.makeStream(of: Result<[UInt8], PictureAbsence>.self)
        var slot: Int?
        // Several who look at one picture ask once.
        let isFirst = looks[key] == nil
        if !isFirst {
            looks[key]?.waiting.append(waiting)
        } else {
            guard looks.count < Self.most.all, looks.keys.count(where: { $0.site == site }) < Self.most.ofOne else {
                return .failure(.busy)
            }
            looks[key] = Look(event: event, waiting: [waiting])
            if history.isShared {
                do { slot = try await want(key, event: event) } catch {
                    answer(key, with: .failure(.unreadable))
                }
            }
            bell.ring(site)
        }
        var look: (@Sendable () async -> Result<[UInt8], PictureAbsence>?)?
        if let slot { look = { await self.look(key, slot) } }
        let came = await Self.first(of: answers, upTo: patience, also: look)
        if isFirst { answer(key, with: came ?? .failure(.silent)) }
        if let slot { await forget(slot, of: site) }
        return came ?? .failure(.silent)
    }

    private static func first(
        of answers: AsyncStream<Result<[UInt8], PictureAbsence>>, upTo patience: Duration,
        also look: (@Sendable () async -> Result<[UInt8], PictureAbsence>?)?
    ) async -> Result<[UInt8], PictureAbsence>? {
        typealias Answer = Result<[UInt8], PictureAbsence>?
        return await withTaskGroup(of: Answer.self) { (group: inout TaskGroup<Answer>) -> Answer in
            group.addTask { () -> Answer in
                for await answer in answers { return answer }
                return nil
            }
            group.addTask { () -> Answer in await Self.looking(upTo: patience, look) }
            defer { group.cancelAll() }
            guard let first = await group.next() else { return nil }
            return first
        }
    }

    private static func looking(
        upTo patience: Duration, _ look: (@Sendable () async -> Result<[UInt8], PictureAbsence>?)?
    ) async -> Result<[UInt8], PictureAbsence>? {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end, !Task.isCancelled {
            if let look, let found = await look() { return found }
            do { try await Task.sleep(for: look == nil ? end - .now : pulse) } catch { return nil }
        }
        return nil
    }

    private func answer(_ key: Key, with answer: Result<[UInt8], PictureAbsence>) {
        for waiting in looks.removeValue(forKey: key)?.waiting ?? [] {
            waiting.yield(answer)
            waiting.finish()
        }
    }

    // MARK: - For sites

    /// What somebody wants to see of a site now, at any centre.
    package func wanted(of site: String) async throws -> [SiteNews.Look] {
        var all = Set(looks.filter { $0.key.site == site }.map { SiteNews.Look(event: $1.event, sha256: $0.hash) })
        if history.isShared {
            for (_, wanted) in try await slots(of: site) {
                all.insert(SiteNews.Look(event: wanted.event, sha256: wanted.sha256))
            }
        }
        return all.sorted { $0.sha256 < $1.sha256 }
    }

    /// Hands on what came of a site's picture, or why it does not.
    ///
    /// - Returns: whether somebody waited for it, here or at another centre.
    package func take(
        _ content: Result<[UInt8], PictureAbsence>, as hash: String, of site: String
    ) async throws -> Bool {
        let key = Key(site: site, hash: hash)
        if looks[key] != nil {
            answer(key, with: content)
            return true
        }
        guard history.isShared, let slot = try await slots(of: site).first(where: { $0.value.sha256 == hash })?.key
        else { return false }
        var batch = Batch()
        let text =
            switch content {
            case .success(let bytes): Data(bytes).base64EncodedString()
            case .failure(let absence): "-\(absence.rawValue)"
            }
        batch.kept[KeptName(Self.came(from: site), slot)] = "\(hash) \(text)"
        _ = try await history.store(batch)
        return true
    }

    // MARK: - A shared history

    private static func looks(at site: String) -> String { "looks at \(site)" }
    private static func came(from site: String) -> String { "came from \(site)" }

    private func slots(of site: String) async throws -> [String: Wanted] {
        let now = now().milliseconds
        return try await history.kept(Self.looks(at: site)).compactMapValues { text in
            guard !text.isEmpty, let wanted: Wanted = Posted.value(Array(text.utf8)), wanted.until > now else {
                return nil
            }
            return wanted
        }
    }

    /// Takes one of the few places of a site.
    private func want(_ key: Key, event: String) async throws -> Int? {
        let space = Self.looks(at: key.site)
        let wanted = Wanted(
            event: event, sha256: key.hash, until: now().milliseconds + patience.milliseconds)
        for _ in 0..<10 {
            let (texts, taken) = (try await history.kept(space), try await slots(of: key.site))
            guard let free = (0..<Self.most.ofOne).first(where: { taken["\($0)"] == nil }) else { return nil }
            var batch = Batch()
            batch.expected[KeptName(space, "\(free)")] = .some(texts["\(free)"])
            batch.kept[KeptName(space, "\(free)")] = Posted.text(wanted)
            batch.kept[KeptName(Self.came(from: key.site), "\(free)")] = ""
            SiteBell.note(key.site, in: &batch)
            do {
                _ = try await history.store(batch)
                return free
            } catch let failure as HistoryFailure where failure.cause == .overtaken {
                continue
            }
        }
        return nil
    }

    private func look(_ key: Key, _ slot: Int) async -> Result<[UInt8], PictureAbsence>? {
        let text: String?
        do { text = try await history.kept(Self.came(from: key.site))["\(slot)"] } catch { return nil }
        guard let text, text.hasPrefix(key.hash + " ") else { return nil }
        let rest = text.dropFirst(key.hash.count + 1)
        if rest.hasPrefix("-") { return .failure(PictureAbsence(rawValue: String(rest.dropFirst())) ?? .unreadable) }
        return Data(base64Encoded: String(rest)).map { .success(Array($0)) }
    }

    /// Nothing of a picture stays.
    private func forget(_ slot: Int, of site: String) async {
        var batch = Batch()
        batch.kept[KeptName(Self.looks(at: site), "\(slot)")] = ""
        batch.kept[KeptName(Self.came(from: site), "\(slot)")] = ""
        // It goes with the next that takes the place.
        do { _ = try await history.store(batch) } catch {}
    }
}
