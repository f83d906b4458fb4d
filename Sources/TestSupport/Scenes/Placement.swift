import ALPR
import PlateDrawing

/// A plate in a scene.
public struct Placement: Sendable, Equatable {
    public var plate: RenderedPlate
    /// Where the plate's corners come to lie, in pixels of the scene.
    public var quad: Quad
    /// What is drawn behind the plate; nil for nothing.
    public var vehicle: Vehicle?
    /// How far the plate moves while the shutter is open, in pixels.
    public var motion = Point(x: 0, y: 0)

    public init(_ plate: RenderedPlate, quad: Quad, vehicle: Vehicle? = nil) {
        self.plate = plate
        self.quad = quad
        self.vehicle = vehicle
    }

    /// A plate as an upright camera sees it: its sides stay upright whatever the slope.
    ///
    /// - Parameters:
    ///   - textHeight: of the characters in the middle of the plate, in pixels.
    ///   - slope: pixels down per pixel to the right.
    ///   - foreshortening: how much of its width is left when it is seen from the side, 0-1.
    ///   - taper: how much lower its right side is seen than its left, as a share of its height.
    public init(
        _ plate: RenderedPlate, centre: Point, textHeight: Double, slope: Double = 0, foreshortening: Double = 1,
        taper: Double = 0, vehicle: Vehicle? = nil
    ) {
        let scale = textHeight / plate.characterHeight
        let halfWidth = plate.width * scale * foreshortening / 2
        let half = plate.height * scale / 2
        func corner(_ side: Double, _ end: Double) -> Point {
            Point(
                x: centre.x + side * halfWidth,
                y: centre.y + side * halfWidth * slope + end * half * (1 - side * taper / 2))
        }
        self.init(
            plate,
            quad: Quad(
                topLeft: corner(-1, -1), topRight: corner(1, -1), bottomRight: corner(1, 1), bottomLeft: corner(-1, 1)),
            vehicle: vehicle)
    }

    /// Outlines of the rows of text, top one first, in pixels of the scene.
    public var rowQuads: [Quad] {
        let place = Homography(unitSquareTo: quad)
        return plate.rowBoxes.map { box in
            place(
                Box(
                    x: box.x / plate.width, y: box.y / plate.height, width: box.width / plate.width,
                    height: box.height / plate.height))
        }
    }

    func draw(on canvas: inout Canvas) {
        vehicle?.draw(behind: quad, on: &canvas)
        // Somewhat larger than it will be seen: the canvas takes the mean of four places a pixel.
        var plate = plate
        let larger = max(quad.height / plate.height, quad.width / plate.width)
        plate.characterHeight *= 1.5 * larger
        canvas.draw(plate.image(), on: quad)
    }
}
