import Foundation

/// Waits until a condition holds, for another thread or a real program to bring it about. The one place where tests wait.
///
/// - Returns: whether it came to hold within that many seconds.
@discardableResult
public func eventually(within seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return try condition()
}
