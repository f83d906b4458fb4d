import Console
import History
import Logging
import Records

/// Takes out of the history what is older than it is to be kept.
struct Sweeper {
    private static let day: Int64 = 86_400_000

    private let settings: HubConfiguration
    private let history: History
    private let accounts: AccountFile
    private let talk: Logger

    init(_ settings: HubConfiguration, history: History, accounts: AccountFile, talk: Logger) {
        self.settings = settings
        self.history = history
        self.accounts = accounts
        self.talk = talk
    }

    func sweep(at now: WallTime) async throws {
        for camera in try await history.status().cameras.map(\.name) {
            let days = settings.retention(of: camera).events
            guard let limit = Self.limit(days: days, before: now) else { continue }
            var count = 0
            var isDone = false
            // Small steps, between which new records are stored.
            while !isDone {
                let removed = try await history.remove(before: limit, camera: camera)
                count += removed.events + removed.others
                isDone = removed.isDone
            }
            try accounts.remove(before: limit, camera: camera)
            if count > 0 { talk.info("\(count) records of \(camera) were older than \(days) days, and are gone") }
        }
    }

    /// Nil for ever.
    static func limit(days: Int, before now: WallTime) -> WallTime? {
        days == 0 ? nil : WallTime(milliseconds: now.milliseconds - Int64(days) * day)
    }
}
