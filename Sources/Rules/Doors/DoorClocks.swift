import Records

/// The clocks of doors, which tests set.
package struct DoorClocks: Sendable {
    var now: @Sendable () -> WallTime = { .now }
    /// What no clock that is set can turn back.
    var stopwatch: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Between attempts.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Until an attempt has taken too long.
    var timer: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    package init() {}
}
