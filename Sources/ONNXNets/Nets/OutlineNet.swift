import ALPR

/// A net that tells where the corners of a plate are that was found roughly, so that it can be cut out as it hangs.
///
/// In: `1 x H x W x 1`, bytes: the find with half its width and height beside it, stretched. Out: `4 x 3`: for each corner, from the top left
/// one clockwise, x and y, where 0 and 1 are the sides of what was shown, and how unsure both are.
public final class OutlineNet {
    /// How much is shown beside a find, in its own width and height.
    private static let beside = 0.5
    /// Corners less sure than this are none, in the same measure as they are. Of 1 484 drawn finds below it 94 in 100 lie
    /// over the plate better by their corners than by their box.
    private static let leastSure = 0.13
    /// Nearer than this no corner is known: about a cell of the net's maps.
    private static let leastSpread = 0.03

    private let session: ONNXSession
    private let width: Int
    private let height: Int

    /// - Parameter path: of an `.onnx` file.
    public init(_ path: String, runtime: ONNXRuntime, threads: Int = 1) throws(ONNXError) {
        session = try ONNXSession(path, runtime: runtime, threads: threads)
        guard session.inputs.count == 1, session.inputs[0].element == .uint8, session.outputs.count == 1,
            session.outputs[0].element == .float, session.outputs[0].dimensions == [4, 3],
            session.inputs[0].dimensions.count == 4, session.inputs[0].dimensions[0] == 1,
            let height = session.inputs[0].dimensions[1], let width = session.inputs[0].dimensions[2],
            session.inputs[0].dimensions[3] == 1, min(width, height) > 1
        else {
            throw session.mismatch(
                "a net that finds the corners of plates", takes: "uint8 1xHxWx1", gives: "float32 4x3")
        }
        (self.width, self.height) = (width, height)
    }

    /// The plate's corners, in pixels of the picture; nil where the net is not sure of them.
    public func outline(of find: Box, in image: LumaImage) throws(ONNXError) -> Quad? {
        let window = find.expanded(x: Self.beside * find.width, y: Self.beside * find.height)
        guard let shown = shown(window, of: image) else { return nil }
        let found = try session.run(
            shown.pixels, dimensions: [1, height, width, 1], outputs: [session.outputs[0].name])
        let values = found[0].values
        guard values.count == 12, values.allSatisfy(\.isFinite) else { return nil }
        let spreads = (0..<4).map { Double(values[3 * $0 + 2]) }
        guard spreads.allSatisfy({ $0 < Self.leastSure }) else { return nil }
        let corners = (0..<4).map { number in
            Point(
                x: window.x + Double(values[3 * number]) * window.width,
                y: window.y + Double(values[3 * number + 1]) * window.height)
        }
        let quad = Self.parallelogram(near: corners, spreads: spreads)
        return isPlate(quad, like: find) ? quad : nil
    }

    /// The parallelogram that lies nearest to four corners (weighted least squares), and nearest to those that the net is surest of: from where
    /// cameras are plates look like one, and a corner that a shadow hides follows from the others.
    static func parallelogram(near corners: [Point], spreads: [Double]) -> Quad {
        let weights = spreads.map { 1 / (max(leastSpread, $0) * max(leastSpread, $0)) }
        let whole = weights.reduce(0, +)
        func mean(_ value: (Int) -> Double) -> Double { (0..<4).reduce(0) { $0 + weights[$1] * value($1) } / whole }
        // Where the corners lie in the plate: across and down from its middle.
        let (u, v) = ([-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5])
        let (meanU, meanV) = (mean { u[$0] }, mean { v[$0] })
        let uu = mean { (u[$0] - meanU) * (u[$0] - meanU) }
        let vv = mean { (v[$0] - meanV) * (v[$0] - meanV) }
        let uv = mean { (u[$0] - meanU) * (v[$0] - meanV) }
        /// One coordinate of the parallelogram's corners, of that of the corners.
        func fitted(_ value: (Int) -> Double) -> [Double] {
            let centre = mean(value)
            let us = mean { (u[$0] - meanU) * (value($0) - centre) }
            let vs = mean { (v[$0] - meanV) * (value($0) - centre) }
            let across = (us * vv - vs * uv) / (uu * vv - uv * uv)
            let down = (vs * uu - us * uv) / (uu * vv - uv * uv)
            return (0..<4).map { centre + across * (u[$0] - meanU) + down * (v[$0] - meanV) }
        }
        let points = zip(fitted { corners[$0].x }, fitted { corners[$0].y }).map { Point(x: $0, y: $1) }
        return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    /// Whether corners lie as those of a plate do that is about where it was found.
    private func isPlate(_ quad: Quad, like find: Box) -> Bool {
        let left = max(quad.topLeft.x, quad.bottomLeft.x)
        let right = min(quad.topRight.x, quad.bottomRight.x)
        return right - left > 0.25 * find.width && quad.bottomLeft.y - quad.topLeft.y > 0.2 * find.height
            && quad.bottomRight.y - quad.topRight.y > 0.2 * find.height
    }

    /// A part of the picture at the net's size; beyond the picture is its border again. Nil where nothing of it lies in the picture.
    private func shown(_ window: Box, of image: LumaImage) -> LumaImage? {
        let part = image.cropped(to: window)
        guard part.width > 1, part.height > 1, window.width > 1, window.height > 1 else { return nil }
        // A pixel sees an area, not a point.
        let across = min(1, Double(width) / window.width)
        let down = min(1, Double(height) / window.height)
        let small = part.shrunk(
            width: max(2, Int((Double(part.width) * across).rounded())),
            height: max(2, Int((Double(part.height) * down).rounded())))
        let (x0, y0, _, _) = window.pixelRange(width: image.width, height: image.height)
        let scaleX = Double(small.width) / Double(part.width)
        let scaleY = Double(small.height) / Double(part.height)
        let inside = Box(
            x: (window.x - Double(x0)) * scaleX, y: (window.y - Double(y0)) * scaleY, width: window.width * scaleX,
            height: window.height * scaleY)
        return Rectifier.rectify(Quad(inside), of: small, width: width, height: height)
    }
}
