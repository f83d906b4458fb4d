import Records

/// Somewhere that records go to. Used by one courier, which hands over some parcels, waits for what became of them, and goes on.
package protocol Destination: Sendable {
    /// How many parcels it takes at once.
    var most: Int { get }
    /// Called once, before anything is delivered.
    func begin() async
    /// Looks whether it can be reached, without handing it anything, and tells what is in the way, or nil: at once, and whenever that changes.
    /// Where only a try shows it, it is tried until `tell` says that this is no longer wanted; deliveries tell from then on. Ends soon where
    /// its task is cancelled.
    func watch(_ tell: @escaping Watcher) async
    /// Delivers parcels in their order. Ends soon where its task is cancelled.
    func deliver(_ parcels: [Parcel]) async -> Delivered
    /// Takes notice of the time: all that was logged until then was delivered. Called where nothing more waits.
    func pass(time: WallTime) async
    /// Waits until it is worth another attempt.
    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws
    /// Called once, when nothing more is delivered.
    func end() async
}

/// Takes what is in the way of a destination; nil where nothing is.
///
/// - Returns: whether to look on.
package typealias Watcher = @Sendable (_ obstacle: String?) async -> Bool

extension Destination {
    package func watch(_ tell: @escaping Watcher) async {}
    package var most: Int { 1 }
    package func begin() async {}
    package func pass(time: WallTime) async {}
    package func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await sleep(wait)
    }
    package func end() async {}
}
