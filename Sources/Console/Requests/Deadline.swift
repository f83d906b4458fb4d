/// Returns what the body returns, or throws the problem once the time is over: who is too slow keeps a place from others.
func within<Value: Sendable>(
    _ limit: Duration, else problem: RequestProblem, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw problem
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
