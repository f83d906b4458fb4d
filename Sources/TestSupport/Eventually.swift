import Foundation

/// Waits until a condition holds, for another thread or a real program to bring it about. The one place where tests wait.
///
/// It takes no longer than it has to, and gives up late: a machine that runs a thousand tests at once starts a program in ten seconds.
///
/// - Returns: whether it came to hold within that many seconds.
@discardableResult
public func eventually(within seconds: Double = 300, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return try condition()
}

/// As the blocking one, for asynchronous tests: as many threads run tasks as there are cores, and the program's own tasks need them.
///
/// Tests that block have these threads as well, and each step of a task waits for one: it gives up later still.
@discardableResult
public nonisolated(nonsending) func eventually(
    within seconds: Double = 900, _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    // Some conditions start programs: what takes long is looked at less often.
    var pause = 0.005
    while ContinuousClock.now < end {
        if try await condition() { return true }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + pause) { continuation.resume() }
        }
        pause = min(1.2 * pause, 0.1)
    }
    return try await condition()
}

/// For conditions that wait for nothing themselves.
@discardableResult
public nonisolated(nonsending) func eventually(
    within seconds: Double = 900, _ condition: () throws -> Bool
) async rethrows -> Bool {
    try await eventually(within: seconds) { () async throws -> Bool in try condition() }
}
