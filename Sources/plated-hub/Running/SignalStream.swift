import Service

/// The process's signals as a stream. Keep the value: with it they end.
struct SignalStream {
    let all: AsyncStream<Int32>
    private let signals: Signals

    init(_ numbers: [Int32]) {
        let (all, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.all = all
        signals = Signals()
        for number in numbers { signals.on(number) { continuation.yield(number) } }
    }
}
