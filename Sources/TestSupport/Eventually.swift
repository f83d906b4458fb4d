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
@discardableResult
public nonisolated(nonsending) func eventually(
    within seconds: Double = 300, _ condition: () throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try condition() { return true }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
        }
    }
    return try condition()
}
