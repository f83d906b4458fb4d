import Dispatch
import Foundation

/// Whether the condition comes true within a time: for what happens on other threads or in other processes.
///
/// A busy machine makes a second of work into ten. Whoever waits longer than `seconds` says why beside the call.
@discardableResult
public func eventually(within seconds: Double = 20, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return try condition()
}

/// As the blocking one, for asynchronous tests.
@discardableResult
public nonisolated(nonsending) func eventually(
    within seconds: Double = 20, _ condition: () async throws -> Bool
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
    within seconds: Double = 20, _ condition: () throws -> Bool
) async rethrows -> Bool {
    try await eventually(within: seconds) { () async throws -> Bool in try condition() }
}
