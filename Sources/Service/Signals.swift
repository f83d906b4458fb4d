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

    /// A signal that comes after this has returned runs the closure.
    package func on(_ number: Int32, run handler: @escaping @Sendable () -> Void) {
        // The default action would come first otherwise.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: DispatchWorkItem(block: handler))
        // Until the kernel knows of the source, a signal is ignored like any other: SIGTERM in the first moments would be lost.
        let isHeard = DispatchSemaphore(value: 0)
        source.setRegistrationHandler(handler: DispatchWorkItem { isHeard.signal() })
        source.resume()
        isHeard.wait()
        sources.append(source)
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
