import Answers
import History
import Records
import Service

extension History {
    /// For how long cameras could not see in the period. Where nobody knows how they stand now, that is said on standard error.
    ///
    /// - Parameter cameras: empty for all.
    func blindness(cameras: [String], period: PeriodOptions, now: WallTime = .now) async throws -> Blindness {
        let (from, until) = (period.from?.earliest, period.to?.latest)
        var blindness = try await blindness(cameras: cameras, from: from, until: until, now: now)
        blindness.unreadLogs = try await logs().filter { !$0.isReadable }.map(\.path)
        if until.map({ $0 > now }) ?? true, try await standings() == nil {
            say("plated-hub: no hub is running, so nobody knows whether cameras see now.")
        }
        return blindness
    }
}
