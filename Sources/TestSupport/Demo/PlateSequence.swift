import ALPR
import PlateDrawing

/// A camera's view in which one vehicle after another comes nearer, each with another plate, and nothing in between: endless when it
/// is repeated.
///
/// Which plate stands in which frame follows from the numbers alone, so that a test knows what a camera showed and when.
public struct PlateSequence: Sendable {
    public struct Settings: Sendable {
        public var width = 640
        public var height = 360
        public var framesPerSecond = 10
        /// Frames of the empty road before each plate.
        public var pause = 6
        /// Frames in which a plate is legible.
        public var shown = 26

        public init() {}
    }

    public let settings: Settings
    public let plates: [String]
    private let background: LumaImage

    /// How long the shutter is open, in seconds.
    private static let shutter = 0.003
    private static let styles = [
        PlateStyle.white, .yellow, .dark, .white.with(band: "D"), .yellow.with(band: "NL"), .white.with(band: "GB"),
    ]
    private static let paints: [UInt8] = [150, 70, 44, 190, 110]
    /// Where a vehicle comes from and goes to, in widths and heights of the picture, so that the next one is elsewhere.
    private static let lanes: [(start: Point, end: Point)] = [
        (Point(x: 0.36, y: 0.52), Point(x: 0.3, y: 0.78)), (Point(x: 0.66, y: 0.5), Point(x: 0.72, y: 0.74)),
        (Point(x: 0.5, y: 0.56), Point(x: 0.5, y: 0.82)),
    ]

    /// - Parameter plates: as `RenderedPlate` takes them.
    public init(plates: [String], settings: Settings = Settings()) {
        self.plates = plates
        self.settings = settings
        background = Road.image(width: settings.width, height: settings.height, seed: 11)
    }

    public var frameCount: Int { plates.count * (settings.pause + settings.shown) }

    /// - Parameter number: 0 ..< `frameCount`.
    public func frame(_ number: Int) -> LumaImage {
        let turn = number / (settings.pause + settings.shown)
        let frame = number % (settings.pause + settings.shown) - settings.pause
        var scene = Scene(background: background)
        if frame >= 0 { scene.placements = [placement(of: turn, frame: frame)].compactMap(\.self) }
        scene.blur = 0.5
        scene.noise = 2
        scene.seed = UInt64(number)
        return scene.image()
    }

    private func placement(of turn: Int, frame: Int) -> Placement? {
        let rate = Double(settings.framesPerSecond)
        let lane = Self.lanes[turn % Self.lanes.count]
        let height = Double(settings.height)
        func pose(_ point: Point, textHeight: Double) -> DemoVehicle.Pose {
            .init(
                centre: Point(x: point.x * Double(settings.width), y: point.y * height),
                textHeight: textHeight * height)
        }
        let vehicle = DemoVehicle(
            plate: RenderedPlate(plates[turn], style: Self.styles[turn % Self.styles.count]),
            paint: Self.paints[turn % Self.paints.count],
            // A little longer than its first and last frame: those are not lost to rounding.
            time: -0.01...Double(settings.shown) / rate,
            start: pose(lane.start, textHeight: 0.05), end: pose(lane.end, textHeight: 0.08))
        return vehicle.placement(at: Double(frame) / rate, shutter: Self.shutter)
    }
}
