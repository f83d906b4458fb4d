import ALPR
import PlateDrawing

#if canImport(Glibc)
    import func Glibc.pow
#endif

/// A camera's view through which one vehicle after another passes, each at a speed of its own, and between them nothing but noise.
///
/// The same settings give the same pictures, byte for byte.
public struct PassageSequence: Sendable {
    public struct Settings: Sendable {
        public var width = 1920
        public var height = 1080
        public var framesPerSecond = 25
        public var count = 10
        public var light = PassageLight.day
        public var seed: UInt64 = 1
        /// Seconds of the empty road before the first passage.
        public var lead = 12.0
        /// About as many seconds of it after each one, a fifth more or less.
        public var still = 8.0
        /// Kilometres an hour: each passage has its own, the slower ones closer together than the faster ones.
        public var speeds = 5.0...120.0

        public init() {}
    }

    public let settings: Settings
    public let passages: [RenderedPassage]
    public let frameCount: Int
    private let background: LumaImage
    private let grain: Grain
    private let rain: Rain

    private static let styles = [
        PlateStyle.white, .yellow, .white.with(band: "D"), .yellow.with(band: "NL"), .white.with(band: "GB"), .dark,
    ]
    /// `A` is a letter, `9` a digit. None that is easily taken for another: how well plates are read is not what passages are for.
    private static let layouts = ["AA99 AAA", "99-AAA-9", "AA-99-AA", "A•AA 9999", "AAA 999A"]
    private static let letters = Array("ABCEFGHJKLMNPRSTUVWXYZ")
    private static let digits = Array("23456789")

    public init(settings: Settings = Settings()) {
        self.settings = settings
        var generator = SplitMix64(seed: settings.seed)
        let size = Point(x: Double(settings.width), y: Double(settings.height))
        var passages: [RenderedPassage] = []
        var start = settings.lead
        // Each speed once, in no order.
        let turns = (0..<settings.count).map { Double($0) }.shuffled(using: &generator)
        for (number, turn) in turns.enumerated() {
            let along = (turn + Double.random(in: 0..<1, using: &generator)) / Double(settings.count)
            let plate = RenderedPlate(
                Self.text(using: &generator),
                style: settings.light.dims(Self.styles[Int(turn) % Self.styles.count]))
            let passage = RenderedPassage(
                plate, speed: Self.speed(settings.speeds, along: along), reach: number % 2 == 0 ? .near : .far,
                from: start, size: size, using: &generator)
            passages.append(passage)
            start = passage.time.upperBound + settings.still * Double.random(in: 0.8...1.2, using: &generator)
        }
        self.passages = passages
        frameCount = Int((start * Double(settings.framesPerSecond)).rounded())
        let road = Road.image(width: settings.width, height: settings.height, seed: settings.seed)
        background = LumaImage(
            width: road.width, height: road.height,
            pixels: road.pixels.map { UInt8(Double($0) * settings.light.brightness) })
        grain = Grain(
            deviation: settings.light.noise * Double.random(in: 0.5...1.1, using: &generator), seed: settings.seed)
        rain = Rain(drops: Int.random(in: settings.light.drops, using: &generator))
    }

    /// - Parameter number: 0 ..< `frameCount`.
    public func frame(_ number: Int) -> LumaImage {
        let seconds = Double(number) / Double(settings.framesPerSecond)
        let seed = settings.seed &* 1_000_003 &+ UInt64(number)
        var image = background
        let passing = passages.first { $0.time.contains(seconds) }
        if passing != nil || rain.drops > 0 {
            var scene = Scene(background: background)
            scene.placements = [passing.flatMap { placement(of: $0, at: seconds) }].compactMap(\.self)
            scene.blur = 0.5
            var canvas = Canvas(scene.image())
            if let passing, let placement = scene.placements.first { light(passing, placement, on: &canvas) }
            rain.draw(on: &canvas, seed: seed)
            image = canvas.image
        }
        return grain.on(image, seed: seed)
    }

    private func placement(of passage: RenderedPassage, at seconds: Double) -> Placement? {
        var placement = passage.vehicle.placement(at: seconds, shutter: settings.light.shutter)
        placement?.vehicle?.light = settings.light.brightness
        return placement
    }

    /// Headlights shine into the camera and onto the road, tail lamps into the camera a little.
    private func light(_ passage: RenderedPassage, _ placement: Placement, on canvas: inout Canvas) {
        guard settings.light == .night else { return }
        let place = Homography(unitSquareTo: placement.quad)
        let width = placement.quad.width
        let isFront = passage.way != .leaves
        for side in [-0.8, 1.8] {
            let centre = place(side, -2.5)
            let lamp = Point(x: 0.2 * width, y: 0.2 * width)
            Shine(centre: centre, reach: lamp, grey: isFront ? 400 : 120).draw(on: &canvas)
            guard isFront else { continue }
            Shine(centre: centre, reach: Point(x: 1.4 * width, y: 1.4 * width), grey: 60).draw(on: &canvas)
        }
        guard isFront else { return }
        Shine(centre: place(0.5, 9), reach: Point(x: 4 * width, y: 1.3 * width), grey: 35).draw(on: &canvas)
    }

    private static func speed(_ range: ClosedRange<Double>, along: Double) -> Double {
        range.lowerBound * pow(range.upperBound / range.lowerBound, along)
    }

    private static func text(using generator: inout SplitMix64) -> String {
        let layout = layouts.randomElement(using: &generator) ?? ""
        return String(
            layout.map { character in
                switch character {
                case "A": letters.randomElement(using: &generator) ?? character
                case "9": digits.randomElement(using: &generator) ?? character
                default: character
                }
            })
    }
}
