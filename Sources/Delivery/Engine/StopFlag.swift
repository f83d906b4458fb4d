import Synchronization

/// Whether what a thread does is to end early, because the task that waits for it was cancelled.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

extension Worker {
    /// As `run`; the job is to look at the flag now and then.
    func runStoppable<Value: Sendable>(_ job: @escaping @Sendable (StopFlag) -> Value) async -> Value {
        let flag = StopFlag()
        return await withTaskCancellationHandler {
            await run { job(flag) }
        } onCancel: {
            flag.set()
        }
    }
}
