import Basics
import Records
import Synchronization

/// What a process stored in a history, and how far it has read: for who waits for either.
public final class HistoryNews: Sendable {
    /// Of what this process stores.
    public let arrivals = Bell()
    /// How cameras stand.
    public let standing = StandingBoard()
    private let looks = Mutex<(last: WallTime?, told: WallTime?)>((nil, nil))
    private let sweep = Mutex(false)
    private let still = Mutex<Standstill?>(nil)
    /// How often at most somebody is told that there is nothing new.
    private static let pause: Int64 = 10_000

    package init() {}

    /// All that stood in any log at that time is stored. Nil until this process has read all of them.
    public var readUntil: WallTime? { looks.withLock { $0.last } }

    /// Since when this process has stored nothing that it was to store, and why; nil where all is well.
    public var standstill: Standstill? { still.withLock { $0 } }

    package func stands(still failure: HistoryFailure, at time: WallTime) {
        still.withLock { still in
            still = Standstill(since: still?.since ?? time, reason: failure.reason, remedy: failure.remedy)
        }
    }

    package func goesOn() { still.withLock { $0 = nil } }

    /// Who waits for arrivals is told now and then: time alone may be what they wait for.
    package func wasRead(until time: WallTime) {
        let isNews = looks.withLock { looks in
            looks.last = time
            if let told = looks.told, abs(time.milliseconds - told.milliseconds) < Self.pause { return false }
            looks.told = time
            return true
        }
        if isNews { arrivals.ring() }
    }

    /// Whether texts of forgotten records may be left, since a sweep of them failed: whoever stores or looks next makes it.
    package var owesSweep: Bool { sweep.withLock { $0 } }

    /// - Returns: whether it was owed before.
    @discardableResult
    package func owe(sweep isOwed: Bool) -> Bool {
        sweep.withLock { sweep in
            defer { sweep = isOwed }
            return sweep
        }
    }
}
