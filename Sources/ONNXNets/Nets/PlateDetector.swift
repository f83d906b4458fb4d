import ALPR

/// A net that finds plates: a YOLO that has suppressed double finds itself ("end2end").
///
/// In: one picture of a fixed size, `1 x 3 x H x W` or, for a net that sees in grey, `1 x 1 x H x W`, 0-1, the picture scaled to fit with
/// grey beside it. Out: `N x 7`, a row for each find: picture, left, top, right, bottom in pixels of the net's picture, class, score.
public final class PlateDetector: PlateLocaliser {
    private let session: ONNXSession
    private let minimumScore: Double
    private let channels: Int
    private let width: Int
    private let height: Int
    private let bytesToInput: [Float] = (0...255).map { Float($0) / 255 }
    private var input: [Float] = []

    /// - Parameters:
    ///   - path: of an `.onnx` file.
    ///   - minimumScore: finds below this, 0-1, are none.
    public init(_ path: String, runtime: ONNXRuntime, threads: Int = 1, minimumScore: Double = 0.3) throws(ONNXError) {
        session = try ONNXSession(path, runtime: runtime, threads: threads)
        self.minimumScore = minimumScore
        guard session.inputs.count == 1, let input = session.inputs.first, input.element == .float,
            input.dimensions.count == 4, [1, nil].contains(input.dimensions[0]),
            let channels = input.dimensions[1], [1, 3].contains(channels),
            let height = input.dimensions[2], let width = input.dimensions[3], min(width, height) >= 32,
            session.outputs.count == 1, let output = session.outputs.first, output.element == .float,
            output.dimensions.count == 2, output.dimensions[1] == 7
        else {
            throw session.mismatch(
                "a net that finds plates", takes: "one picture, float32 1x3xHxW or 1x1xHxW", gives: "float32 Nx7")
        }
        (self.channels, self.width, self.height) = (channels, width, height)
    }

    /// Whether it looks at colours.
    public var wantsColour: Bool { channels == 3 }

    public func regions(in frame: Frame, area: Box) throws -> [Region] {
        let picture = wantsColour ? frame.anyColour : ColourImage(grey: frame.image)
        guard let part = PixelBox(area, in: picture.width, picture.height) else { return [] }
        let fit = Letterbox(part, into: width, height)
        fill(with: picture.resized(part, width: fit.width, height: fit.height), at: fit)
        let found = try session.run(
            input, dimensions: [1, channels, height, width], outputs: [session.outputs[0].name])
        return regions(found[0], fit: fit, part: part)
    }

    private func regions(_ found: ONNXSession.Tensor, fit: Letterbox, part: PixelBox) -> [Region] {
        var regions: [Region] = []
        for row in stride(from: 0, to: found.values.count - 6, by: 7) {
            let values = found.values[row..<row + 7].map(Double.init)
            guard values.allSatisfy(\.isFinite), values[6] >= minimumScore else { continue }
            let box = fit.box(left: values[1], top: values[2], right: values[3], bottom: values[4])
                .intersection(Box(x: 0, y: 0, width: Double(part.width), height: Double(part.height)))
            guard box.width > 4, box.height > 4 else { continue }
            regions.append(Region(plate: box, score: values[6]).moved(x: Double(part.x), y: Double(part.y)))
        }
        return regions.sorted { $0.score > $1.score }
    }

    private func fill(with picture: RGBImage, at fit: Letterbox) {
        let plane = width * height
        let border = bytesToInput[Int(Letterbox.border)]
        if input.count != channels * plane { input = [Float](repeating: border, count: channels * plane) }
        let sources = channels == 3 ? [picture.red, picture.green, picture.blue] : [picture.red]
        input.withUnsafeMutableBufferPointer { input in
            if fit.width < width || fit.height < height { input.update(repeating: border) }
            bytesToInput.withUnsafeBufferPointer { value in
                for (channel, source) in sources.enumerated() {
                    source.pixels.withUnsafeBufferPointer { pixels in
                        for y in 0..<fit.height {
                            let to = channel * plane + (fit.top + y) * width + fit.left
                            for x in 0..<fit.width { input[to + x] = value[Int(pixels[y * fit.width + x])] }
                        }
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
