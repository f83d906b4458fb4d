import Foundation
import Synchronization

/// A thread of its own for what has to block: a transfer, a program. One job after the other; it ends with the value.
final class Worker: Sendable {
    private let jobs: WorkerJobs

    init(_ name: String) {
        let jobs = WorkerJobs()
        self.jobs = jobs
        let thread = Thread {
            while let job = jobs.next() { job() }
        }
        thread.name = name
        thread.start()
    }

    deinit {
        jobs.end()
    }

    /// What the job gives, which runs on the thread.
    func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            jobs.add { continuation.resume(returning: job()) }
        }
    }
}

/// Jobs in their order, waited for by one thread.
private final class WorkerJobs: Sendable {
    private struct Waiting {
        var jobs: [@Sendable () -> Void] = []
        var isOver = false
    }

    private let waiting = Mutex(Waiting())
    private let bell = DispatchSemaphore(value: 0)

    func add(_ job: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.jobs.append(job) }
        bell.signal()
    }

    func end() {
        waiting.withLock { $0.isOver = true }
        bell.signal()
    }

    /// Waits for one; nil at the end.
    func next() -> (@Sendable () -> Void)? {
        while true {
            bell.wait()
            let (job, isOver) = waiting.withLock { waiting in
                (waiting.jobs.isEmpty ? nil : waiting.jobs.removeFirst(), waiting.isOver)
            }
            if let job { return job }
            if isOver { return nil }
        }
    }
}
