import Service
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Whether somebody pressed Ctrl-C, or asked the process to end.
final class StopSignal {
    private let signals = Signals()
    private let flag = Flag()

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    init() {
        for number in [SIGINT, SIGTERM] {
            signals.on(number) { [flag] in flag.isSet.store(true, ordering: .sequentiallyConsistent) }
        }
    }

    var isGiven: Bool { flag.isSet.load(ordering: .sequentiallyConsistent) }
}
