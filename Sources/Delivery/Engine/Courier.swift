import Answers
import Basics
import History
import Logging
import Records

/// Brings what the history stores to one destination: each record at least once, in the order in which they were stored.
///
/// What has arrived is written down at once, so that a kill repeats what was on its way and no more. Whatever keeps this destination
/// from taking records keeps nobody else waiting: each has a courier of its own.
actor Courier {
    /// How many records are looked at in one go.
    private static let stretch = 256
    /// How long a history that cannot be read is left alone.
    private static let patience = Duration.seconds(2)
    /// How long the history is taken to have still what was read of it.
    private static let fresh = Duration.seconds(1)

    private let round: CourierRound
    private let destination: any Destination
    private let history: any History
    private let file: DeliveryFile
    private let surroundings: DeliverySurroundings
    private var talk: Logger { surroundings.talk }
    private var state: DeliveryState
    private var origin: String
    private var backoff: Backoff
    /// Streams whose place is not written down yet.
    private var moved: Set<String> = []
    private var isUnwritable = false

    /// - Parameter state: where it goes on; of a history of that origin.
    init(
        _ round: CourierRound, destination: any Destination, state: DeliveryState, origin: String,
        history: any History, file: DeliveryFile, surroundings: DeliverySurroundings
    ) {
        self.round = round
        self.destination = destination
        self.state = state
        self.origin = origin
        self.history = history
        self.file = file
        self.surroundings = surroundings
        backoff = Backoff(round.retry)
    }

    /// Delivers until the task is cancelled.
    func run() async throws {
        let arrivals = history.arrivals.stream()
        await destination.begin()
        let watch = Task { [destination] in await destination.watch { [weak self] in await self?.looked($0) ?? false } }
        do {
            defer { watch.cancel() }
            repeat {
                // Before it is looked what there is: what was stored until then is delivered by what follows.
                var time = history.readUntil
                while try await advance() { time = history.readUntil }
                if let time { await destination.pass(time: time) }
            } while await Self.isTold(arrivals)
        } catch is CancellationError {
            // What was not delivered is delivered next time.
        } catch {
            await destination.end()
            throw error
        }
        await destination.end()
    }

    private static func isTold(_ arrivals: AsyncStream<Void>) async -> Bool {
        for await _ in arrivals { return true }
        return false
    }

    // MARK: - One stretch

    /// Delivers what comes next.
    ///
    /// - Returns: false where there is nothing more now.
    private func advance() async throws -> Bool {
        try Task.checkCancellation()
        var read = surroundings.stopwatch()
        let records = try await fromHistory { [state] in
            try await $0.records(after: state.seq, limit: Self.stretch)
        }
        guard let last = records.last else { return false }
        noteMissing(from: state.seq + 1, in: records)
        var rest = records.filter { round.takes($0) && $0.seq > state.places[$0.stream]?.seq ?? 0 }[...]
        while !rest.isEmpty {
            let group = rest.prefix(max(1, destination.most))
            guard let count = try await hand(over: group) else { return true }
            rest = rest.dropFirst(count)
            guard state.failing != nil || read.duration(to: surroundings.stopwatch()) > Self.fresh else { continue }
            read = surroundings.stopwatch()
            rest = try await stillThere(rest)
        }
        pass(last)
        keep()
        return records.count == Self.stretch
    }

    /// Those that the history still has: while the destination was away or slow, somebody may have had them forgotten.
    private func stillThere(_ records: ArraySlice<StoredRecord>) async throws -> ArraySlice<StoredRecord> {
        guard let first = records.first else { return records }
        let now = try await fromHistory { try await $0.records(after: first.seq - 1, limit: Self.stretch) }
        let wanted = Set(records.map(\.seq))
        return now.filter { wanted.contains($0.seq) && round.takes($0) }[...]
    }

    /// What the history answers, as soon as it does.
    private func fromHistory<Answer: Sendable>(
        _ answer: @Sendable (any History) async throws -> Answer
    ) async throws -> Answer {
        while true {
            do { return try await answer(history) } catch let failure as HistoryFailure where failure.mayPass {
                talk.warning("\(failure); \(round.name) waits for it")
                try await surroundings.sleep(Self.patience)
            }
        }
    }

    /// Numbers have no holes but where retention took what nobody had delivered.
    private func noteMissing(from first: Int64, in records: [StoredRecord]) {
        var (next, missing) = (first, 0)
        for record in records {
            missing += Int(record.seq - next)
            next = record.seq + 1
        }
        guard missing > 0 else { return }
        state.expired += missing
        talk.warning(
            "\(round.name): \(missing) records were older than the history keeps them, and are gone before they were delivered"
        )
    }

    /// - Returns: how many of them need nothing more; nil where the destination goes on somewhere else.
    private func hand(over group: ArraySlice<StoredRecord>) async throws -> Int? {
        let parcels = group.map { Parcel(hub: surroundings.hub, record: $0, folder: surroundings.folder) }
        let start = surroundings.stopwatch()
        let result = await destination.deliver(parcels)
        let count = min(max(result.count, 0), parcels.count)
        if count > 0 { arrived(group.prefix(count), within: start.duration(to: surroundings.stopwatch())) }
        guard let trouble = result.trouble, count < parcels.count else {
            // What is said beside what has arrived.
            if let reason = result.trouble?.reason, state.trouble != reason {
                state.trouble = reason
                keep()
            }
            return count
        }
        try Task.checkCancellation()
        let next = group[group.startIndex + count]
        switch trouble.verdict {
        case .refused:
            giveUp(next, because: trouble.reason)
            return count + 1
        case .again(let asked):
            if isOver(next) {
                giveUp(next, because: "given up after \(round.giveUpHours) h: \(trouble.reason)")
                return count + 1
            }
            let wait = backoff.next(atLeast: asked, chance: surroundings.chance())
            surroundings.meter.count(.failed, for: round.name)
            failed(trouble, wait: wait)
            try await destination.rest(wait, sleep: surroundings.sleep)
        case .back(let seq):
            try await goBack(to: seq)
            return nil
        case .stopped:
            surroundings.meter.count(.stopped, for: round.name)
            failed(trouble, wait: nil)
            // Until the hub is started anew, by somebody who knows more.
            try await surroundings.sleep(.seconds(1 << 40))
        }
        return count
    }

    /// The receiver says by itself what it has: all that came after that is read once more.
    private func goBack(to seq: Int64) async throws {
        if seq < state.seq, seq > 0 {
            talk.notice("\(round.name) goes on behind record \(seq): the receiver has no more")
        }
        // What the history has no longer is missing to who had something, and to nobody else.
        let place = seq > 0 ? seq : try await fromHistory { try await $0.start(behind: []) }
        state.seq = place
        state.places = state.places.mapValues { place in
            ReadingPlace(
                camera: place.camera, schema: place.schema, id: place.id, time: place.time, seq: min(place.seq, seq))
        }
        moved.formUnion(state.places.keys)
        answered()
        keep()
    }

    /// The receiver is there.
    private func answered() {
        if let since = state.answered() {
            talk.notice("\(round.name) takes records again; it took none since \(since)")
        }
        backoff.reset()
    }

    /// It was looked whether it can be reached.
    ///
    /// - Returns: whether that is still to be looked at.
    private func looked(_ obstacle: String?) -> Bool {
        // What a destination says while it ends is no news.
        if Task.isCancelled { return false }
        let known = state
        if let news = state.looked(obstacle, at: surroundings.now()) { talk.log(level: news.level, "\(news.text)") }
        if state != known { keep() }
        return !state.isReached || state.isAway
    }

    // MARK: - What became of it

    private func arrived(_ records: ArraySlice<StoredRecord>, within duration: Duration) {
        surroundings.meter.arrived(
            records.map(\.time), within: duration, at: surroundings.now(), for: round.name)
        answered()
        for record in records { pass(record) }
        state.delivered += records.count
        state.lastDelivered = surroundings.now()
        keep()
    }

    private func failed(_ trouble: Trouble, wait: Duration?) {
        let now = surroundings.now()
        let isNew = state.failed(
            trouble.reason, isAway: trouble.isAway, at: now,
            next: wait.map { WallTime(milliseconds: now.milliseconds + $0.milliseconds) }, isStopped: wait == nil)
        // The same again and again is said once, and stands in the status.
        if isNew {
            let next =
                wait.map { "it is tried again in \($0.inWords)" }
                ?? "nothing more is sent until the hub is started anew"
            let what = trouble.isAway ? "is not connected" : "takes nothing"
            talk.error("\(round.name) \(what): \(trouble.reason.shown); \(next), and nothing is lost meanwhile")
        }
        keep()
    }

    /// Whether it has been tried for as long as anybody wants it to be.
    private func isOver(_ record: StoredRecord) -> Bool {
        guard round.giveUpHours > 0, let failing = state.failing else { return false }
        let now = surroundings.now()
        // A camera's clock may be ahead.
        let begin = max(min(record.time, now), failing)
        return now.milliseconds - begin.milliseconds >= Int64(round.giveUpHours) * 3_600_000
    }

    private func giveUp(_ record: StoredRecord, because reason: String) {
        let letter = DeadLetter(
            destination: round.name, seq: record.seq, camera: record.camera, id: record.record.id ?? "",
            time: record.time, reason: reason, made: surroundings.now())
        let told = "\(round.name) does not get the record \(letter.id) of \(letter.camera): \(reason)".shown
        talk.warning("\(told)")
        surroundings.meter.count(.refused, for: round.name)
        write { file throws(Failure) in try file.keep(letter) }
        pass(record)
        state.trouble = reason
        keep()
    }

    private func pass(_ record: StoredRecord) {
        state.seq = max(state.seq, record.seq)
        let stream = record.stream
        guard let id = record.record.id, record.seq > state.places[stream]?.seq ?? 0 else { return }
        let schema = ReadingPlace.parts(ofStream: stream).schema
        state.places[stream] = ReadingPlace(
            camera: record.camera, schema: schema, id: id, time: record.time, seq: record.seq)
        moved.insert(stream)
    }

    private func keep() {
        let (state, origin, moved) = (state, origin, moved)
        if write({ file throws(Failure) in try file.keep(state, origin: origin, streams: moved) }) { self.moved = [] }
    }

    /// A full disk keeps nothing from being delivered; after a kill, what was not written down is delivered once more.
    @discardableResult
    private func write(_ body: (DeliveryFile) throws(Failure) -> Void) -> Bool {
        do throws(Failure) {
            try body(file)
            if isUnwritable { talk.notice("\(file.path) can be written again") }
            isUnwritable = false
            return true
        } catch {
            if !isUnwritable { talk.error("\(error); deliveries go on, and would be repeated after a restart") }
            isUnwritable = true
            return false
        }
    }
}
