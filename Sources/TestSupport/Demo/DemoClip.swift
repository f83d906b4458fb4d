import ALPR
import PlateDrawing

/// Thirteen seconds of a made-up road with four made-up plates: one comes nearer, one crosses while a third stands at the
/// roadside, and a dark one leaves.
public struct DemoClip: Sendable {
    public let width = 1280
    public let height = 720
    public let framesPerSecond = 25
    public let frameCount = 325

    /// How long the shutter is open, in seconds.
    private static let shutter = 0.006
    private let background: LumaImage

    public init() {
        background = Road.image(width: width, height: height, seed: 7)
    }

    /// The plates shown, in the order in which they come, capital letters and digits only.
    public var plates: [String] { Self.vehicles.map(\.plate.plate) }

    /// A picture, and its colours.
    ///
    /// - Parameter number: 0 ..< `frameCount`.
    public func frame(_ number: Int) -> (grey: LumaImage, blue: LumaImage, red: LumaImage) {
        let scene = scene(number)
        return (scene.image(), scene.chroma(\.blue), scene.chroma(\.red))
    }

    private func scene(_ number: Int) -> Scene {
        let seconds = Double(number) / Double(framesPerSecond)
        var scene = Scene(background: background)
        scene.placements = Self.vehicles.compactMap { $0.placement(at: seconds, shutter: Self.shutter) }
            .sorted { $0.quad.height < $1.quad.height }
        scene.blur = 0.8
        // Clouds.
        scene.brightness = 1 - 0.08 * seconds / 13
        scene.noise = 4
        scene.seed = UInt64(number)
        return scene
    }

    private static let vehicles = [
        // Comes nearer.
        DemoVehicle(
            plate: RenderedPlate("47-XKP-3", style: .yellow.with(band: "NL")), paint: 70, hue: Hue(blue: 176, red: 104),
            time: 0.5...5.5,
            start: .init(centre: Point(x: 560, y: 300), textHeight: 11),
            end: .init(centre: Point(x: 420, y: 560), textHeight: 44)),
        // Crosses from left to right.
        DemoVehicle(
            plate: RenderedPlate("HB•TK 5839", style: .white.with(band: "D")), paint: 150,
            hue: Hue(blue: 116, red: 150), time: 4.8...9,
            start: .init(centre: Point(x: -180, y: 590), textHeight: 25, slope: 0.05),
            end: .init(centre: Point(x: 1460, y: 540), textHeight: 25, slope: 0.05), foreshortening: 0.88),
        // Waits at the roadside meanwhile.
        DemoVehicle(
            plate: RenderedPlate("FN64 WKZ", style: .white), paint: 44, hue: Hue(blue: 118, red: 164), time: 6...10,
            start: .init(centre: Point(x: 930, y: 330), textHeight: 17),
            end: .init(centre: Point(x: 935, y: 336), textHeight: 17.6)),
        // Leaves.
        DemoVehicle(
            plate: RenderedPlate("TXR 538H", style: .dark), paint: 120, hue: Hue(blue: 108, red: 112), time: 9.2...12.8,
            start: .init(centre: Point(x: 380, y: 600), textHeight: 40, slope: -0.03),
            end: .init(centre: Point(x: 600, y: 330), textHeight: 13)),
    ]
}
