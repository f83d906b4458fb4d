import Answers
import History
import Records

extension History {
    /// For how long cameras could not see in the period.
    ///
    /// - Parameter cameras: empty for all.
    func blindness(cameras: [String], period: PeriodOptions, now: WallTime = .now) async throws -> Blindness {
        let (from, until) = (period.from?.earliest, period.to?.latest)
        let gaps = try await gaps(cameras: cameras, from: from, until: until)
        let spans = gaps.map { Blindness.Span(camera: $0.camera, start: $0.gap.start, end: $0.end) }
        var blindness = Blindness(spans, from: from, until: until, now: now)
        blindness.unreadLogs = try await logs().filter { !$0.isReadable }.map(\.path)
        return blindness
    }
}
