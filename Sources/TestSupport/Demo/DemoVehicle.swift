import ALPR
import PlateDrawing

/// One vehicle of the demo clip: which plate, when, and from where to where.
struct DemoVehicle: Sendable {
    /// Where a vehicle is and how its plate is seen.
    struct Pose: Sendable {
        /// Of the plate, in pixels.
        var centre: Point
        /// Of the characters, in pixels.
        var textHeight: Double
        /// Pixels down per pixel to the right.
        var slope = 0.0
    }

    var plate: RenderedPlate
    var paint: UInt8
    var hue = Hue.none
    /// Seconds since the start of the clip.
    var time: ClosedRange<Double>
    var start: Pose
    var end: Pose
    /// How much of the plate's width is left when it is seen from the side, 0-1.
    var foreshortening = 1.0

    /// The vehicle at a time in seconds; nil while it is not there.
    ///
    /// - Parameter shutter: how long it is open, in seconds.
    func placement(at seconds: Double, shutter: Double) -> Placement? {
        guard time.contains(seconds) else { return nil }
        let pose = pose(at: seconds)
        let later = self.pose(at: seconds + shutter)
        var vehicle = Vehicle(paint: paint)
        vehicle.hue = hue
        var placement = Placement(
            plate, centre: pose.centre, textHeight: pose.textHeight, slope: pose.slope, foreshortening: foreshortening,
            vehicle: vehicle)
        placement.motion = Point(x: later.centre.x - pose.centre.x, y: later.centre.y - pose.centre.y)
        return placement
    }

    private func pose(at seconds: Double) -> Pose {
        let along = (seconds - time.lowerBound) / (time.upperBound - time.lowerBound)
        // At constant speed the distance changes evenly, and the size seen is one over the distance; the place in the picture
        // goes with the size.
        let height = 1 / (1 / start.textHeight + along * (1 / end.textHeight - 1 / start.textHeight))
        let grown =
            end.textHeight == start.textHeight
            ? along : (height - start.textHeight) / (end.textHeight - start.textHeight)
        func mix(_ a: Double, _ b: Double) -> Double { a + grown * (b - a) }
        return Pose(
            centre: Point(x: mix(start.centre.x, end.centre.x), y: mix(start.centre.y, end.centre.y)),
            textHeight: height,
            slope: mix(start.slope, end.slope))
    }
}
