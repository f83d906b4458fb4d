import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// SIGTERM, for threads that look whether it came.
final class StopSignal: Sendable {
    private let isSet = Atomic(false)

    /// To be made before there are other threads.
    init() {
        var signals = Self.signals
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    var hasCome: Bool {
        if isSet.load(ordering: .relaxed) { return true }
        var signals = Self.signals
        var now = timespec()
        guard sigtimedwait(&signals, nil, &now) > 0 else { return false }
        isSet.store(true, ordering: .relaxed)
        return true
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
