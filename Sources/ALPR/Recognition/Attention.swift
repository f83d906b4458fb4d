/// Which part of a frame to search: what has changed, with room round it, and places where somebody needs more evidence.
struct Attention: Sendable {
    /// What to search in one frame.
    struct Focus: Sendable, Equatable {
        /// In pixels; nil where nothing needs to be searched.
        var area: Box?
        /// Whether some of the picture is left out.
        var leavesOut: Bool
        /// Where something has changed since it was last looked at, which is nowhere else.
        var change = Change.unknown
    }

    enum Change: Sendable, Equatable {
        case unknown
        /// Nil for nowhere.
        case within(Box?)

        init(_ area: MotionGate.Area?) {
            switch area {
            case nil: self = .unknown
            case .nothing: self = .within(nil)
            // Of a cell at the edge of what has changed, less than what counts may have.
            case .part(let box): self = .within(box.expanded(x: Double(MotionGate.cell), y: Double(MotionGate.cell)))
            case .whole(let changed): self.init(changed)
            }
        }
    }

    /// Round what has changed, in pixels: room for the rest of the plate, so that it is not cut.
    private static let room = 96.0
    /// Where more than this part of the region of interest has changed, all of it is searched.
    private static let most = 0.6

    private let roi: RegionOfInterest
    private let followsMotion: Bool
    private var motion = MotionGate()

    init(roi: RegionOfInterest, followsMotion: Bool) {
        self.roi = roi
        self.followsMotion = followsMotion
    }

    /// What to search in the next frame.
    ///
    /// - Parameter places: to be searched even where nothing has changed.
    mutating func focus(on frame: Frame, and places: [Box]) -> Focus {
        let image = frame.image
        let bounds = roi.bounds(width: image.width, height: image.height)
        guard followsMotion else { return Focus(area: bounds, leavesOut: false) }
        let changed = motion.changes(in: image, at: frame.time, within: bounds)
        if case .whole = changed {
            return Focus(area: bounds, leavesOut: false, change: Change(changed))
        }
        var area: Box?
        if case .part(let box) = changed { area = box }
        for place in places { area = area?.union(place) ?? place }
        var part = area?.expanded(x: Self.room, y: Self.room).intersection(bounds)
        if let box = part, box.area > Self.most * bounds.area { part = bounds }
        if let part { motion.analysed(part) }
        return Focus(area: part, leavesOut: true, change: Change(changed))
    }
}
