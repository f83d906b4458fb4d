import Dispatch
import Service
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct SignalsTests {
    @Test func `a signal runs its closure from the moment that it is set, and does not end the process`() throws {
        for _ in 0..<20 {
            let came = DispatchSemaphore(value: 0)
            let signals = Signals()
            signals.on(SIGUSR2) { came.signal() }
            try #require(kill(getpid(), SIGUSR2) == 0)
            #expect(withExtendedLifetime(signals) { came.wait(timeout: .now() + 60) } == .success)
        }
    }
}
