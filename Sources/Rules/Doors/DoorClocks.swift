import Records

/// The clocks of doors, which tests set.
package struct DoorClocks: Sendable {
    var now: @Sendable () -> WallTime
    /// Whether a time that `now` says may be the right one.
    var isSet: @Sendable (WallTime) -> Bool
    /// What no clock that is set can turn back.
    var stopwatch: @Sendable () -> ContinuousClock.Instant
    /// Between attempts.
    var pause: @Sendable (Duration) async throws -> Void
    /// Until an attempt has taken too long.
    var timer: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - earlier: a time that has been; nil where none is known. A clock that shows less has lost its time, or it was ahead then: it counts
    ///     for nothing until it is past that, or can be trusted.
    package init(after earlier: WallTime?, trust: ClockTrust) {
        now = { .now }
        isSet = { now in earlier.map { now >= $0 } ?? true || trust.isRight(at: .now) }
        stopwatch = { .now }
        pause = { try await Task.sleep(for: $0) }
        timer = { try await Task.sleep(for: $0) }
    }
}
