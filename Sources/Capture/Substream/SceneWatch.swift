import ALPR

/// Tells whether anything moves in a part of a picture, as recognition itself does.
public struct SceneWatch: Sendable {
    /// What creeps adds up for that long.
    private static let memory = Duration.seconds(2)

    private var motion = MotionGate(wholeInterval: nil)
    private var reference: Timestamp?

    public init() {}

    /// Whether nothing has moved from the pictures before to this one; false for the first one, and where it cannot be told.
    public mutating func isStill(_ image: LumaImage, at time: Timestamp, within roi: RegionOfInterest) -> Bool {
        let bounds = roi.bounds(width: image.width, height: image.height)
        let whole = Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        let area = motion.changes(in: image, at: time, within: bounds)
        if case .whole = area { reference = nil }
        guard let reference else {
            self.reference = time
            return false
        }
        if area != .nothing || time < reference || time - reference >= Self.memory {
            motion.analysed(whole)
            self.reference = time
        }
        return area == .nothing
    }
}
