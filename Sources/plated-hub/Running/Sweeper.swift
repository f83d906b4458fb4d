import Basics
import Console
import Fleet
import History
import Logging
import Records

/// Takes out of the history what is older than it is to be kept.
struct Sweeper {
    private static let day: Int64 = 86_400_000

    private let settings: HubConfiguration
    private let history: any History
    /// The file of corrections, which go with their events.
    private let accounts: String
    private let talk: Logger

    init(_ settings: HubConfiguration, history: any History, accounts: String, talk: Logger) {
        self.settings = settings
        self.history = history
        self.accounts = accounts
        self.talk = talk
    }

    func sweep(at now: WallTime) async throws {
        // What no camera keeps goes at once, where a history has a quicker way for that.
        if let limit = Self.limit(days: settings.longestRetention, before: now) {
            let count = try await remove(before: limit, camera: nil)
            if count > 0 {
                talk.info("\(count) records were older than \(settings.longestRetention) days, and are gone")
            }
        }
        var removals: [(camera: String, limit: WallTime)] = []
        for camera in try await history.status().cameras.map(\.name) {
            let days = settings.retention(of: camera).events
            guard let limit = Self.limit(days: days, before: now) else { continue }
            let count = try await remove(before: limit, camera: camera)
            removals.append((camera, limit))
            if count > 0 { talk.info("\(count) records of \(camera) were older than \(days) days, and are gone") }
        }
        removeCorrections(removals)
        await removePictures(now)
    }

    /// Of sites; a camera's own scanner removes those of this machine.
    private func removePictures(_ now: WallTime) async {
        do {
            guard let kept = settings.keptPictures(in: .current) else { return }
            let count = try kept.sweep(at: now, forgotten: try await kept.forgotten(in: history, at: now))
            if count > 0 { talk.info("\(count) pictures of sites were forgotten, too old, or too many, and are gone") }
        } catch {
            talk.warning("pictures of sites that are too old stay, and it is tried again in an hour: \(error)")
        }
    }

    /// In small steps, between which new records are stored.
    ///
    /// - Returns: how many there were.
    private func remove(before limit: WallTime, camera: String?) async throws -> Int {
        var count = 0
        while true {
            let removed = try await history.remove(before: limit, camera: camera)
            count += removed.events + removed.others
            if removed.isDone { return count }
        }
    }

    /// What is wrong with their file keeps nobody from storing plates: the console tells it, too.
    private func removeCorrections(_ removals: [(camera: String, limit: WallTime)]) {
        guard !removals.isEmpty else { return }
        do throws(Failure) {
            guard let file = try AccountFile.there(accounts) else { return }
            for (camera, limit) in removals { try file.remove(before: limit, camera: camera) }
        } catch {
            talk.warning("\(error)\nCorrections that are too old stay; it is tried again in an hour.")
        }
    }

    /// Nil for ever.
    static func limit(days: Int, before now: WallTime) -> WallTime? {
        days == 0 ? nil : WallTime(milliseconds: now.milliseconds - Int64(days) * day)
    }
}
