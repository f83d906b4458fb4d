import Basics
import Fleet
import History
import Logging
import Records

/// The centre that this site reports to. A record has arrived when the centre answers that its history has it; until then it is sent again.
///
/// The answer also takes this site back: where the centre's history was lost, or is an older copy, all that it lacks comes once more.
actor CentreDestination: Destination {
    nonisolated let most = 256

    /// Bytes of a post, where one record alone is not longer.
    private static let longest = 1 << 20

    private let client: CentreClient
    private let companion: CentreCompanion
    /// Nil where it is only looked whether it could work.
    private let history: (any History)?
    private let isWhole: Bool
    /// Whether a record is for the centre.
    private let takes: @Sendable (StoredRecord) -> Bool
    private let surroundings: DeliverySurroundings
    private var origin: String?
    /// Up to where the centre is, as it has said; nil before.
    private var place: Int64?
    /// What the centre could not take.
    private var refused: Set<Int64> = []
    /// Records of a post at most: fewer, where something on the way takes no more.
    private var records = 256
    /// Posts that were taken since: more records are tried seldom, since each 413 is a wait.
    private var taken = 0
    /// For how long something on the way takes less than a record.
    private var waiting = CentrePatience()
    private var tasks: [Task<Void, Never>] = []

    /// Reads what is secret.
    init(
        _ way: CentreWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws {
        client = try CentreClient(way, of: settings.name, secrets: secrets, name: "centre")
        history = surroundings.history
        isWhole = settings.cameras.isEmpty
        takes = { settings.takes($0) }
        self.surroundings = surroundings
        companion = try CentreCompanion(way, settings: settings, secrets: secrets, surroundings: surroundings)
    }

    func begin() async {
        let companion = companion
        tasks.append(Task { await companion.run() })
    }

    func end() async { for task in tasks { task.cancel() } }

    func watch(_ tell: @escaping Watcher) async {
        await Lookout.watch(tell) { await self.client.obstacle() }
    }

    /// Sooner where the centre answers again: a heartbeat asks it every few seconds.
    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        let other = companion.client
        let count = other.count
        let changes = other.changes.stream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sleep(wait) }
            group.addTask { for await _ in changes where other.count != count { return } }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    // MARK: - Delivering

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        do throws(Trouble) {
            let origin = try await known()
            guard let place else {
                // What the courier has written down as delivered lies before the first of these.
                try await settle(behind: (parcels.first?.record.seq ?? 1) - 1)
                return Delivered(
                    count: 0, trouble: Trouble(.back(to: self.place ?? 0), "the centre says where it goes on"))
            }
            let rest = parcels.filter { $0.record.seq > place }
            guard !rest.isEmpty else { return Delivered(count: parcels.count) }
            let posted = post(rest, of: origin, behind: place)
            let answer = await client.ask(
                "POST", "records?history=\(origin)&after=\(place)", body: .records(posted.bytes),
                within: .seconds(60))
            return try await hear(answer, of: posted, parcels)
        } catch {
            await companion.note(trouble: error.reason)
            return .failed(error)
        }
    }

    /// As many of them as a post has room for, with a tombstone in the place of each number that has no record for the centre.
    private func post(_ parcels: [Parcel], of origin: String, behind place: Int64) -> PostedRecords {
        var posted = PostedRecords(origin: origin, after: place)
        var size = 0
        for parcel in parcels.prefix(records) {
            let record = PostedRecord(parcel.record)
            if size > 0, size + record.size > Self.longest { break }
            size += record.size
            let hole = posted.last + 1..<max(posted.last + 1, parcel.record.seq)
            let known = refused.filter(hole.contains).count
            posted.add(.refused, count: Int64(known))
            posted.add(isWhole ? .expired : .withheld, count: Int64(hole.count - known))
            posted.add(record)
        }
        return posted
    }

    private func hear(
        _ answer: CentreClient.Answer, of posted: PostedRecords, _ parcels: [Parcel]
    ) async throws(Trouble) -> Delivered {
        switch answer.status {
        case 200:
            guard let committed = Committed(answer.bytes), committed.committed >= posted.last else {
                throw .again("what the centre answered is no number of this site")
            }
            // More than was posted: an answer was lost, or somebody else has this history, too.
            if committed.committed > posted.last {
                try await settle(behind: posted.after)
                throw Trouble(.back(to: place ?? 0), "the centre has more than was posted")
            }
            place = committed.committed
            waiting.restart()
            taken += 1
            if taken.isMultiple(of: 64) { records = min(records * 2, most) }
            refused = refused.filter { $0 > committed.committed }
            await companion.note(committed: committed.committed, fell: false)
            // Of the parcels behind what was posted, the courier brings the rest.
            return Delivered(count: parcels.prefix { $0.record.seq <= committed.committed }.count)
        case 409:
            // It has less than it had, or others under these numbers.
            try await settle(behind: posted.after)
            throw Trouble(.back(to: place ?? 0), "the centre lacks records")
        // The centre takes every record; what stands before it may not, and may be mended. Numbers have no holes, so it is waited for.
        case let status where DeliveryFault.status(status).isOfRecord:
            if posted.items.count > 1 {
                (records, taken) = (max(1, min(records, parcels.count) / 2), 0)
                throw Trouble.again(
                    "the server before the centre does not take this post (\(status)): fewer records are sent at once")
            }
            if !waiting.isOver(for: "\(posted.last)", at: surroundings.stopwatch()) {
                throw Trouble.again("the server before the centre does not take a single record (\(status))")
            }
            refused.insert(parcels.first { $0.record.seq > posted.after }?.record.seq ?? posted.last)
            throw Trouble(.refused, "the server before the centre has not taken it for an hour (\(status))")
        default:
            throw answer.trouble ?? .again("the centre answers \(answer.status), which is no answer to that")
        }
    }

    private func committed(_ origin: String) async throws(Trouble) -> Committed {
        let answer = await client.ask("GET", "records?history=\(origin)")
        guard answer.status == 200, let committed = Committed(answer.bytes) else {
            throw answer.trouble ?? .again("the centre has not said what it has of this site")
        }
        return committed
    }

    /// Goes on where the centre is, if it speaks of this history. One that was put back from an older copy gives its numbers once more: it
    /// becomes another one, all of which is posted; what of it the centre has is known there by its camera and identifier.
    ///
    /// - Parameter number: up to there this site knows that the centre has had what is here.
    private func settle(behind number: Int64) async throws(Trouble) {
        var committed = try await committed(try await known())
        do {
            if try await !isOfHere(committed, behind: number) {
                surroundings.talk.notice(
                    "the centre has other records of this site under these numbers: the history was put back from an older copy, and is posted anew"
                )
                try await history?.renewOrigin()
                origin = nil
                committed = try await self.committed(try await known())
            }
        } catch let trouble as Trouble {
            throw trouble
        } catch {
            throw .again("the history cannot be read now")
        }
        let fell = place.map { committed.committed < $0 } ?? false
        place = committed.committed
        await companion.note(committed: committed.committed, fell: fell)
    }

    /// At most one post has been stored of which this site does not know: all of what it brought is known by its hashes.
    private func isOfHere(_ committed: Committed, behind number: Int64) async throws -> Bool {
        guard committed.committed > number, let history else { return true }
        if committed.committed > (try await history.status().last) { return false }
        let tail = committed.tail ?? PostTail()
        var place = number
        while place < committed.committed {
            let records = try await history.records(after: place, limit: most)
            guard let last = records.last else { return true }
            for record in records where record.seq <= committed.committed && takes(record) {
                guard tail.has(record) else { return false }
            }
            place = last.seq
        }
        return true
    }

    private func known() async throws(Trouble) -> String {
        if let origin { return origin }
        do {
            origin = try await history?.origin()
        } catch { throw .again("the history cannot be read now") }
        guard let origin else { throw .again("there is no history") }
        return origin
    }
}
