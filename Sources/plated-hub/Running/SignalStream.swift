import Service

/// The process's signals as a stream. Keep the value: with it they end.
struct SignalStream {
    let all: AsyncStream<Int32>
    /// The same once more, for a start that takes its time: a stream that is given up is at its end.
    let early: AsyncStream<Int32>
    private let signals: Signals

    init(_ numbers: [Int32]) {
        let (all, continuation) = AsyncStream.makeStream(of: Int32.self)
        let (early, first) = AsyncStream.makeStream(of: Int32.self)
        (self.all, self.early) = (all, early)
        signals = Signals()
        for number in numbers {
            signals.on(number) {
                first.yield(number)
                continuation.yield(number)
            }
        }
    }
}
