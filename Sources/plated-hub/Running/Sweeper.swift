import Basics
import Console
import Delivery
import Fleet
import History
import Logging
import Records

/// Takes out of the history what is older than it is to be kept.
struct Sweeper {
    private let settings: HubConfiguration
    private let history: any History
    /// The file of corrections, which go with their events.
    private let accounts: String
    private let trust: ClockTrust
    private let talk: Logger

    /// - Parameter trust: in the clock that says what is too old.
    init(_ settings: HubConfiguration, history: any History, accounts: String, trust: ClockTrust, talk: Logger) {
        self.settings = settings
        self.history = history
        self.accounts = accounts
        self.trust = trust
        self.talk = talk
    }

    /// - Returns: whether what is too old is gone; false where it waits until the clock can be trusted.
    @discardableResult
    func sweep(at moment: Moment) async throws -> Bool {
        let time = settings.deletesByAge ? trust.time(at: moment) : nil
        await removePictures(moment.wall, by: time)
        guard let time else { return !settings.deletesByAge }
        // What no camera keeps goes at once, where a history has a quicker way for that.
        if let limit = Self.limit(days: settings.longestRetention, before: time) {
            let count = try await remove(before: limit, camera: nil)
            if count > 0 {
                talk.info("\(count) records were older than \(settings.longestRetention) days, and are gone")
            }
        }
        var removals: [(camera: String, limit: TrustedTime)] = []
        for camera in try await history.status().cameras.map(\.name) {
            let days = settings.retention(of: camera).events
            guard let limit = Self.limit(days: days, before: time) else { continue }
            let count = try await remove(before: limit, camera: camera)
            removals.append((camera, limit))
            if count > 0 { talk.info("\(count) records of \(camera) were older than \(days) days, and are gone") }
        }
        removeCorrections(removals)
        return true
    }

    /// Puts earlier days of the hub's own logs aside, and deletes those that are too old; by no clock that may be wrong. Doors go by when there was
    /// a right one.
    ///
    /// - Returns: false where it waits until the clock can be trusted.
    func rotate(_ logs: [HubLog], at moment: Moment) async -> Bool {
        // Who waits for nothing but a new file is told of nothing.
        guard trust.isRight(at: moment), let time = trust.time(at: moment) else { return false }
        DeliveryFile.markTrusted(settings.deliveryFile(in: .current))
        for log in logs { await log.rotate(by: time, days: settings.longestRetention) }
        return true
    }

    /// Of sites; a camera's own scanner removes those of this machine.
    ///
    /// - Parameter time: by which they are too old; nil for those alone that were forgotten, or are too many. Where none is kept, all go.
    private func removePictures(_ now: WallTime, by time: TrustedTime?) async {
        do {
            guard let kept = settings.keptPictures(in: .current) else { return }
            let count = try kept.sweep(by: time, forgotten: try await kept.forgotten(in: history, at: now))
            if count > 0 { talk.info("\(count) pictures of sites were forgotten, too old, or too many, and are gone") }
        } catch {
            talk.warning("pictures of sites that are too old stay, and it is tried again in an hour: \(error)")
        }
    }

    /// In small steps, between which new records are stored.
    ///
    /// - Returns: how many there were.
    private func remove(before limit: TrustedTime, camera: String?) async throws -> Int {
        var count = 0
        while true {
            let removed = try await history.remove(before: limit, camera: camera)
            count += removed.events + removed.others
            if removed.isDone { return count }
        }
    }

    /// What is wrong with their file keeps nobody from storing plates: the console tells it, too.
    private func removeCorrections(_ removals: [(camera: String, limit: TrustedTime)]) {
        guard !removals.isEmpty else { return }
        do throws(Failure) {
            guard let file = try AccountFile.there(accounts) else { return }
            for (camera, limit) in removals { try file.remove(before: limit, camera: camera) }
        } catch {
            talk.warning("\(error)\nCorrections that are too old stay; it is tried again in an hour.")
        }
    }

    /// From when on records of a camera are kept; nil for all, and while the clock cannot be trusted to say it.
    func limit(of camera: String, at now: Moment) -> TrustedTime? {
        let days = settings.retention(of: camera).events
        return days == 0 ? nil : trust.time(at: now)?.earlier(days: days)
    }

    /// Nil for ever.
    private static func limit(days: Int, before time: TrustedTime) -> TrustedTime? {
        days == 0 ? nil : time.earlier(days: days)
    }
}

extension HubConfiguration {
    /// Whether anything goes because it is too old.
    fileprivate var deletesByAge: Bool {
        retention.events > 0 || cameras.values.contains { ($0.events ?? 0) > 0 }
            || keptPictures(in: .current)?.keepsNone == false
    }
}
