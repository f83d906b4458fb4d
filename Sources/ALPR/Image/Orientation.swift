/// How a camera's picture lies, and so what has to be undone before plates are read in it.
public enum Orientation: String, Sendable, CaseIterable {
    case upright
    /// Turned by half: the camera hangs from the ceiling.
    case upsideDown = "upside_down"
    /// Left and right are swapped: the camera looks into a mirror.
    case mirrored
    /// Top and bottom are swapped.
    case mirroredUpsideDown = "mirrored_upside_down"
    /// What is up points to the left of the picture.
    case turnedLeft = "turned_left"
    /// What is up points to the right of the picture.
    case turnedRight = "turned_right"

    /// Whether width and height change places.
    public var swapsSides: Bool { self == .turnedLeft || self == .turnedRight }

    /// The opposite orientation: one after the other, they change nothing.
    public var reversed: Orientation {
        switch self {
        case .turnedLeft: .turnedRight
        case .turnedRight: .turnedLeft
        default: self
        }
    }

    /// Where a point of the upright picture lies in the camera's, both in fractions of their sizes.
    public func cameraPoint(of point: Point) -> Point {
        switch self {
        case .upright: point
        case .upsideDown: Point(x: 1 - point.x, y: 1 - point.y)
        case .mirrored: Point(x: 1 - point.x, y: point.y)
        case .mirroredUpsideDown: Point(x: point.x, y: 1 - point.y)
        case .turnedLeft: Point(x: point.y, y: 1 - point.x)
        case .turnedRight: Point(x: 1 - point.y, y: point.x)
        }
    }
}

extension RegionOfInterest {
    /// The same region in the camera's own picture.
    public func inCamera(_ orientation: Orientation) -> RegionOfInterest {
        orientation == .upright ? self : RegionOfInterest(corners: corners.map(orientation.cameraPoint))
    }
}
