import Basics
import Delivery
import History
import Logging
import Records

/// Makes sessions of what cameras log, and writes them down in a log of the hub's own.
///
/// What follows from some records is first in the file of open sessions, then in the log. A kill between the two, or before them, is made
/// good when it starts again: lines that may be missing are given to the log once more, which knows those that it has.
package actor SessionKeeping: Destination {
    package nonisolated let most = 256

    private let sites: [SessionSite]
    private let path: String
    private let log: HubLog
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private var state: State?

    /// A clock that is ahead of ours by more than this counts as ours: it would end all that is open.
    private static let ahead: Int64 = 60_000

    private struct State {
        let file: SessionFile
        var books: [SiteBook]
        var done: Set<String>
        /// What is not written yet.
        var step = SessionFile.Step()
    }

    /// - Parameter path: of the file of open sessions.
    package init(
        _ sites: [SessionSite], file path: String, log: HubLog, talk: Logger,
        now: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.sites = sites
        self.path = path
        self.log = log
        self.talk = talk
        self.now = now
    }

    /// As it is handed what the history stores: plates, and what else tells the time.
    package nonisolated func asInner() -> InnerDestination {
        InnerDestination(
            "sessions",
            schemas: [PlateEvent.schema, GapRecord.schema, HealthRecord.schema, SealRecord.schema], destination: self)
    }

    package func deliver(_ parcels: [Parcel]) async -> Delivered {
        do {
            var state = try state ?? open()
            try forget(&state)
            for parcel in parcels.sorted(by: { $0.record.time < $1.record.time }) { take(parcel, &state) }
            // What cannot be written is written with the next ones.
            self.state = state
            try state.file.write(state.step)
            state.step = SessionFile.Step()
            // What was taken long ago does not come again.
            if state.done.count > 20_000 { state.done = try state.file.done() }
            self.state = state
            let (told, last) = try state.file.told()
            if let reason = await log.append(told) {
                return Delivered(count: 0, trouble: Trouble(.again(after: nil), reason))
            }
            if !told.isEmpty { try state.file.wasTold(upTo: last) }
            return Delivered(count: parcels.count)
        } catch {
            return Delivered(count: 0, trouble: Trouble(.again(after: nil), "\(error)"))
        }
    }

    /// What was left by a hub that was killed is told, whether anything new comes or not.
    package func begin() async { _ = await deliver([]) }

    // MARK: - Parts

    private func open() throws -> State {
        let file = try SessionFile(path: path)
        return State(file: file, books: try file.books(of: sites), done: try file.done())
    }

    private func forget(_ state: inout State) throws {
        let forgotten = try state.file.takeForgotten()
        for place in state.books.indices {
            state.books[place].forget(forgotten.filter { $0.site == state.books[place].site.name }.map(\.number))
        }
    }

    private func take(_ parcel: Parcel, _ state: inout State) {
        let key = "\(parcel.camera) \(parcel.record.record.id ?? "")"
        guard state.done.insert(key).inserted else { return }
        state.step.done.append(key)
        let limit = WallTime(milliseconds: now().milliseconds + Self.ahead)
        for place in state.books.indices {
            var told = state.books[place].advance(to: min(parcel.record.time, limit))
            if let event = parcel.plate, event.time <= limit { told += state.books[place].take(event) }
            state.step.told += told
            let name = state.books[place].site.name
            let changes = state.books[place].takeChanges()
            state.step.kept += changes.kept.map { (name, $0) }
            state.step.removed += changes.removed.map { (name, $0) }
            // Its newest state counts.
            let gone = Set(changes.removed)
            state.step.kept.removeAll { $0.site == name && gone.contains($0.pass.number) }
            state.step.clock.removeAll { $0.site == name }
            state.step.clock.append((name, state.books[place].clock))
        }
    }
}
