import ALPR

/// Tells by decoded pictures whether anything moves in the part of the picture where plates are looked for, as recognition itself does.
public struct SceneWatch: Sendable {
    /// What creeps adds up for that long.
    private static let memory = Duration.seconds(2)

    private let roi: RegionOfInterest
    /// In rain one or two cells that touch each other change at a time (rendered clip 007 of scripts/test-doze; 3 at most in heavier rain),
    /// and a vehicle far away is 34 as soon as it comes.
    private var motion = MotionGate(wholeInterval: nil, leastCells: 3)
    private var reference: Timestamp?

    public init(roi: RegionOfInterest) {
        self.roi = roi
    }

    /// Whether nothing has moved from the pictures before to this one; false for the first one, and where it cannot be told.
    public mutating func isStill(_ image: LumaImage, at time: Timestamp) -> Bool {
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
