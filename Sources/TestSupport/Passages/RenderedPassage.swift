import ALPR
import PlateDrawing

/// One vehicle on its way through a camera's picture, which it enters and leaves as on a road: out of the distance, or over an edge.
public struct RenderedPassage: Sendable {
    public enum Way: String, Sendable, CaseIterable {
        case comes, leaves, crosses
    }

    public enum Reach: String, Sendable, CaseIterable {
        /// The plate is large where it leaves the picture.
        case near
        /// It is just about legible there.
        case far

        /// Of the characters, in pixels of a picture 1080 pixels high.
        fileprivate var textHeights: ClosedRange<Double> {
            switch self {
            case .near: 17...28
            case .far: 8.5...12.5
            }
        }
    }

    public let way: Way
    public let reach: Reach
    /// Kilometres an hour.
    public let speed: Double
    /// Of the characters where the whole plate is in the picture and largest, in pixels.
    public let textHeight: Double
    let vehicle: DemoVehicle

    /// When it is in the picture, in seconds since the start of the clip.
    public var time: ClosedRange<Double> { vehicle.time }
    /// Capital letters and digits only.
    public var plate: String { vehicle.plate.plate }

    /// Metres.
    private static let characters = 0.075
    private static let horizon = 300.0
    /// Height of the characters where a vehicle comes out of the distance, in pixels.
    private static let farthest = 2.0

    /// - Parameter size: of the picture, in pixels.
    init(
        _ plate: RenderedPlate, speed: Double, reach: Reach, from start: Double, size: Point,
        using generator: inout SplitMix64
    ) {
        let metres = speed / 3.6
        let textHeight = Double.random(in: reach.textHeights, using: &generator) * size.y / 1080
        let paint = UInt8.random(in: 30...200, using: &generator)
        let crossing = Self.crossing(plate, textHeight: textHeight, size: size, metres: metres, using: &generator)
        // A slow one that comes from afar takes half a minute; a fast one that crosses is gone within ten pictures.
        let chance = metres < 4.2 ? 0.8 : 0.3
        let mayCross = crossing.duration > 0.5 && Double.random(in: 0..<1, using: &generator) < chance
        var (ends, duration) = crossing
        var way = Way.crosses
        if !mayCross {
            way = Bool.random(using: &generator) ? .comes : .leaves
            (ends, duration) = Self.approach(textHeight: textHeight, size: size, metres: metres, using: &generator)
            if way == .leaves { ends = (ends.end, ends.start) }
        }
        self.way = way
        self.reach = reach
        self.speed = speed
        self.textHeight = textHeight
        vehicle = DemoVehicle(
            plate: plate, paint: paint, time: start...(start + duration), start: ends.start, end: ends.end,
            foreshortening: way == .crosses ? 0.9 : 1)
    }

    private typealias Ends = (start: DemoVehicle.Pose, end: DemoVehicle.Pose)

    /// From one side to the other, at one distance.
    private static func crossing(
        _ plate: RenderedPlate, textHeight: Double, size: Point, metres: Double, using generator: inout SplitMix64
    ) -> (ends: Ends, duration: Double) {
        let half = 1.75 * plate.width / plate.characterHeight * textHeight
        let slope = Double.random(in: -0.04...0.04, using: &generator)
        // Its roof and its wheels stay in the picture.
        let y = Double.random(in: 0.45...0.85, using: &generator) * size.y
        func pose(_ x: Double) -> DemoVehicle.Pose {
            .init(centre: Point(x: x, y: y + slope * (x - size.x / 2)), textHeight: textHeight, slope: slope)
        }
        let duration = (size.x + 2 * half) / (textHeight / characters * metres)
        let ends = (pose(-half), pose(size.x + half))
        return (Bool.random(using: &generator) ? ends : (ends.1, ends.0), duration)
    }

    /// From the distance until all of it has left over the lower edge. The lens is one that suits the speed.
    private static func approach(
        textHeight: Double, size: Point, metres: Double, using generator: inout SplitMix64
    ) -> (ends: Ends, duration: Double) {
        let horizon = horizon * size.y / 1080
        let farthest = farthest * size.y / 1080
        // Distance below the horizon and size grow alike: so many pixels for each pixel of the characters' height.
        let fall = (size.y - horizon) / textHeight
        let drift = Double.random(in: -0.3...0.3, using: &generator) * size.x / textHeight
        // Its roof is nine plates above the plate, and a plate is 1.6 times its characters.
        let last = (size.y - horizon) / (fall - 9.2 * 1.6)
        func pose(_ height: Double) -> DemoVehicle.Pose {
            .init(centre: Point(x: size.x / 2 + drift * height, y: horizon + fall * height), textHeight: height)
        }
        let wanted = Double.random(in: 1.5...5, using: &generator)
        // Metres of the way for each pixel of focal length.
        let way = characters * (1 / farthest - 1 / last)
        let focal = min(12000, max(900, wanted * metres / way))
        return ((pose(farthest), pose(last)), focal * way / metres)
    }
}
