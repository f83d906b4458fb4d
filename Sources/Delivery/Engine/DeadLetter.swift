import Records

/// A record that a destination refused for good. It is kept by its identifier alone: what it says is in the history, as long as it is there.
package struct DeadLetter: Sendable, Equatable {
    package let destination: String
    package let seq: Int64
    package let camera: String
    package let id: String
    package let time: WallTime
    package let reason: String
    /// When it was given up.
    package let made: WallTime
}
