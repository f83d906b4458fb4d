import Service
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct SignalsTests {
    @Test(.timeLimit(.minutes(5)))
    func `a signal runs its closure as soon as that is set, and does not end the process`()
        async throws
    {
        for _ in 0..<20 {
            let signals = Signals()
            let (comings, coming) = AsyncStream<Void>.makeStream()
            signals.on(SIGUSR2) { coming.yield() }
            try #require(kill(getpid(), SIGUSR2) == 0)
            for await _ in comings { break }
            withExtendedLifetime(signals) {}
        }
    }
}
