import CProcess
import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The process's signals as closures, run one after the other on a queue of their own. Keep the value: with it they end.
package final class Signals {
    private let handlers = Handlers()
    /// Where signals arrive; -1 where the system has no descriptor left, and then they end the process as they always do.
    private let arriving: Int32

    private final class Handlers: Sendable {
        let all = Mutex<[Int32: @Sendable () -> Void]>([:])
    }

    package init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        arriving = ends[1]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(arriving, F_SETFL, O_NONBLOCK)
        let (handlers, leaving) = (handlers, ends[0])
        DispatchQueue(label: "signals").async {
            var number: UInt8 = 0
            while true {
                let count = read(leaving, &number, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1, number != 0 else { break }
                handlers.all.withLock { $0[Int32(number)] }?()
            }
            close(leaving)
        }
    }

    package static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// A signal that comes after this has returned runs the closure.
    package func on(_ number: Int32, run handler: @escaping @Sendable () -> Void) {
        guard arriving >= 0 else { return }
        handlers.all.withLock { $0[number] = handler }
        _ = plated_pass_on_signal(number, arriving)
    }

    deinit {
        // What comes now is ignored, as nobody is there to answer. The descriptor stays open: a signal may be writing to it.
        for number in handlers.all.withLock({ $0.keys }) { signal(number, SIG_IGN) }
        _ = write(arriving, [0], 1)
    }
}
