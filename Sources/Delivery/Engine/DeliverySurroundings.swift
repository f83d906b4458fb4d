import Answers
import Fleet
import History
import Logging
import Records

/// What all couriers share, and what tests put something in the place of.
package struct DeliverySurroundings: Sendable {
    /// The name of this hub.
    package var hub: String
    /// Of the program, for whoever asks what sends this.
    package var version = ""
    /// The folder of a camera's pictures, by its name.
    package var folder: @Sendable (CameraRef) -> String
    package var talk: Logger
    /// Counts what becomes of deliveries.
    package var meter = DeliveryMeter()
    /// Where the lists of a centre go; nil where none is taken in.
    package var lists: (any CentreListStore)?
    /// Writes down that the centre looks at a picture of an event.
    package var look: @Sendable (_ event: String) throws -> Void
    /// What brokers tell this hub by from others of its name; nil where it meets none.
    var client: String?
    /// Nil where nothing is delivered.
    var history: (any History)?
    var zone = LocalZone.current
    var now: @Sendable () -> WallTime
    /// For how long a delivery takes.
    var stopwatch: @Sendable () -> ContinuousClock.Instant
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// 0 to 1.
    var chance: @Sendable () -> Double = { Double.random(in: 0...1) }

    package init(
        hub: String, version: String = "", folder: @escaping @Sendable (CameraRef) -> String, talk: Logger,
        look: @escaping @Sendable (_ event: String) throws -> Void, now: @escaping @Sendable () -> WallTime,
        stopwatch: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.hub = hub
        self.version = version
        self.folder = folder
        self.talk = talk
        self.look = look
        self.now = now
        self.stopwatch = stopwatch
    }
}
