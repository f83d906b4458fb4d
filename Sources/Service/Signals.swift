import Dispatch

#if canImport(Glibc)
    import Glibc
#endif

/// The process's signals as closures on a queue of their own. Keep the value: its sources end with it.
package final class Signals {
    private let queue = DispatchQueue(label: "signals")
    private var sources: [any DispatchSourceSignal] = []

    package init() {}

    package static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    package func on(_ number: Int32, run handler: @escaping @Sendable () -> Void) {
        // The default action would come first otherwise.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: DispatchWorkItem(block: handler))
        source.resume()
        sources.append(source)
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
