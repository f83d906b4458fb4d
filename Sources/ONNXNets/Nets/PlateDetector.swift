import ALPR

/// A net that finds plates, in one of two forms. Out comes the same of both: `N x 7`, a row for each find, double finds suppressed:
/// picture, left, top, right, bottom in pixels of the net's picture, class, score.
///
/// - A YOLO ("end2end") takes one picture of a fixed size, `1 x 3 x H x W` or, in grey, `1 x 1 x H x W`, float, 0-1: the picture scaled to
///   fit, with grey beside it.
/// - Our own takes bytes, `1 x 1 x H x W` of any size in steps of 32: the grey picture shrunk.
public final class PlateDetector: PlateLocaliser {
    private enum Form {
        case fixed(channels: Int, width: Int, height: Int)
        case shrunk

        /// What makers of YOLO detectors take; ours is less sure of itself, and reading tells.
        var leastScore: Double {
            switch self {
            case .fixed: 0.3
            case .shrunk: 0.25
            }
        }

        /// Finds below this are looked at only where nothing else is read. Of the set that the shipped net was trained with, three in ten
        /// places are such, and 7 of 620 plates.
        var sureScore: Double {
            switch self {
            case .fixed: 0
            case .shrunk: 0.35
            }
        }
    }

    private let session: ONNXSession
    private let minimumScore: Double
    private let sureScore: Double
    private let minimumTextHeight: Double
    private let form: Form
    private var input: [Float] = []

    /// - Parameters:
    ///   - path: of an `.onnx` file.
    ///   - minimumScore: finds below this, 0-1, are none; by default what suits the form, see `Form.leastScore`.
    ///   - minimumTextHeight: in pixels; what can hold only lower characters is none either.
    public init(
        _ path: String, runtime: ONNXRuntime, threads: Int = 1, minimumScore: Double? = nil,
        minimumTextHeight: Double = 0
    ) throws(ONNXError) {
        session = try ONNXSession(path, runtime: runtime, threads: threads)
        self.minimumTextHeight = minimumTextHeight
        guard let form = Self.form(of: session) else {
            throw session.mismatch(
                "a net that finds plates", takes: "one picture, float32 1x3xHxW or 1x1xHxW, or uint8 1x1xNxN",
                gives: "float32 Nx7")
        }
        self.form = form
        self.minimumScore = minimumScore ?? form.leastScore
        sureScore = minimumScore == nil ? form.sureScore : 0
    }

    private static func form(of session: ONNXSession) -> Form? {
        guard session.inputs.count == 1, session.outputs.count == 1, session.outputs[0].element == .float,
            session.outputs[0].dimensions.count == 2, session.outputs[0].dimensions[1] == 7,
            session.inputs[0].dimensions.count == 4, [1, nil].contains(session.inputs[0].dimensions[0])
        else { return nil }
        let sides = session.inputs[0].dimensions.dropFirst()
        switch (session.inputs[0].element, sides[1], sides[2], sides[3]) {
        case (.float, .some(let channels), .some(let height), .some(let width))
        where [1, 3].contains(channels) && min(width, height) >= 32:
            return .fixed(channels: channels, width: width, height: height)
        case (.uint8, 1, nil, nil): return .shrunk
        default: return nil
        }
    }

    /// Whether it looks at colours.
    public var wantsColour: Bool {
        if case .fixed(channels: 3, _, _) = form { return true }
        return false
    }

    public func regions(in frame: Frame, area: Box) throws -> [Region] {
        let picture = wantsColour ? frame.anyColour : ColourImage(grey: frame.image)
        guard let part = PixelBox(area, in: picture.width, picture.height) else { return [] }
        let output = [session.outputs[0].name]
        switch form {
        case .fixed(let channels, let width, let height):
            let fit = Letterbox(part, into: width, height)
            fill(with: picture.resized(part, width: fit.width, height: fit.height), at: fit, channels, width, height)
            let found = try session.run(input, dimensions: [1, channels, height, width], outputs: output)
            return regions(found[0], part: part, place: fit.box)
        case .shrunk:
            let shrunk = ShrunkPicture(frame.image.cropped(to: area), of: frame.image)
            let found = try session.run(
                shrunk.pixels, dimensions: [1, 1, shrunk.height, shrunk.width], outputs: output)
            return regions(found[0], part: part) { left, top, right, bottom in
                Box(x: left, y: top, width: right - left, height: bottom - top).scaled(by: 1 / shrunk.scale)
            }
        }
    }

    private func regions(
        _ found: ONNXSession.Tensor, part: PixelBox, place: (Double, Double, Double, Double) -> Box
    ) -> [Region] {
        var regions: [Region] = []
        for row in stride(from: 0, to: found.values.count - 6, by: 7) {
            let values = found.values[row..<row + 7].map(Double.init)
            guard values.allSatisfy(\.isFinite), values[6] >= minimumScore else { continue }
            let box = place(values[1], values[2], values[3], values[4])
                .intersection(Box(x: 0, y: 0, width: Double(part.width), height: Double(part.height)))
            guard box.width > 4, box.height > 4 else { continue }
            var region = Region(plate: box, score: values[6])
            region.isDoubtful = values[6] < sureScore
            guard region.textHeight >= minimumTextHeight else { continue }
            regions.append(region.moved(x: Double(part.x), y: Double(part.y)))
        }
        return regions.sorted { $0.score > $1.score }
    }

    private func fill(
        with picture: RGBImage, at fit: Letterbox, _ channels: Int, _ width: Int, _ height: Int
    ) {
        let plane = width * height
        let border = Float(Letterbox.border) / 255
        if input.count != channels * plane { input = [Float](repeating: border, count: channels * plane) }
        let sources = channels == 3 ? [picture.red, picture.green, picture.blue] : [picture.red]
        input.withUnsafeMutableBufferPointer { input in
            if fit.width < width || fit.height < height { input.update(repeating: border) }
            for (channel, source) in sources.enumerated() {
                source.withPixels { pixels in
                    for y in 0..<fit.height {
                        let to = channel * plane + (fit.top + y) * width + fit.left
                        for x in 0..<fit.width { input[to + x] = Float(pixels[y * fit.width + x]) / 255 }
                    }
                }
            }
        }
    }
}

extension ONNXSession {
    /// The error for a file that is a net, and not the one that is wanted.
    func mismatch(_ kind: String, takes input: String, gives output: String) -> ONNXError {
        let inputs = inputs.map(\.description).joined(separator: ", ")
        let outputs = outputs.map(\.description).joined(separator: ", ")
        return ONNXError(
            action: "loading the net \(path)",
            reason:
                "it is not \(kind): that takes \(input) and gives \(output); this takes \(inputs) and gives \(outputs)")
    }
}
