import ALPR
import Plates

/// A net that reads whole plates, as published by fast-plate-ocr: a picture of the plate in, a character for each slot out.
///
/// In: `N x H x W x 3` (or `x 1` for grey), bytes. Out: `N x slots x alphabet`, the probability of each character; beside it, in some,
/// `N x countries`. It may be of two: a second net of the same form then looks where the first one is not sure.
public final class PlateNet: OCREngine {
    /// Characters less probable than this are no alternatives.
    private static let leastAlternative: Float = 0.01

    /// What the net's doubt counts on the scale that Tesseract's confidences have, and with them all thresholds: what was read right on
    /// the public scenes is above 0.75 there and above 0.92 here.
    private static let doubt = 0.32

    private let session: ONNXSession
    private let further: ONNXSession?
    private let description: PlateNetDescription
    private let views: [PlateView]
    /// The code of each country that the net tells apart; nil for a name that is none.
    private let codes: [String?]
    private let outlines: OutlineNet?
    private let plateOutput: String
    private let countryOutput: String?

    /// - Parameters:
    ///   - path: of an `.onnx` file.
    ///   - further: that of the second net; nil where there is one alone.
    ///   - outlines: tells where the corners of a plate are that is cut out; nil for its upright box.
    ///   - views: how plates are cut out: the first one for the first reading, the others for the further ones; by default those that suit it.
    public init(
        _ path: String, further: String? = nil, description: PlateNetDescription, runtime: ONNXRuntime,
        threads: Int = 1, outlines: OutlineNet? = nil, views: [PlateView]? = nil
    ) throws(ONNXError) {
        precondition(views?.isEmpty != true, "a plate is looked at in one way at least")
        session = try ONNXSession(path, runtime: runtime, threads: threads)
        self.further = try further.map { path throws(ONNXError) in
            try ONNXSession(path, runtime: runtime, threads: threads)
        }
        self.description = description
        self.outlines = outlines
        self.views = views ?? (further == nil ? PlateView.all : PlateView.ofTwo)
        codes = description.countries.map { Countries.code(of: $0) }
        let channels = description.colourMode == .rgb ? 3 : 1
        let shape = [description.height, description.width, channels]
        let letters = [description.slots, description.alphabet.count]
        let plates = session.outputs.first { output in
            output.dimensions.count == 3 && Array(output.dimensions.dropFirst()) == letters && output.element == .float
        }
        guard session.inputs.count == 1, let input = session.inputs.first, input.element == .uint8,
            input.dimensions.count == 4, Array(input.dimensions.dropFirst()) == shape, let plates
        else {
            throw session.mismatch(
                "the net that its description tells of",
                takes: "uint8 Nx\(description.height)x\(description.width)x\(channels)",
                gives: "float32 Nx\(description.slots)x\(description.alphabet.count)")
        }
        if let further = self.further, further.inputs != session.inputs || further.outputs != session.outputs {
            throw ONNXError(
                action: "loading the net \(further.path)",
                reason: "it takes and gives something else than \(path) beside it")
        }
        plateOutput = plates.name
        countryOutput =
            description.countries.isEmpty
            ? nil
            : session.outputs.first { output in
                output.dimensions.count == 2 && output.dimensions[1] == description.countries.count
                    && output.element == .float
            }?.name
    }

    /// 0.995 reads no more plates of the public scenes right, and costs 3 % more reading time.
    public var certainty: Double { 0.97 }

    /// It has learnt from plates how they are made.
    public var knowsLayouts: Bool { true }

    /// Whether it looks at colours.
    public var wantsColour: Bool { description.colourMode == .rgb }

    public func outlined(_ regions: [Region], of frame: Frame) throws -> [Region] {
        guard let outlines else { return regions }
        return try regions.map { region in
            var region = region
            region.outline = try outlines.outline(of: region.box, in: frame.image)
            return region
        }
    }

    public func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
        if effort == .deciding, outlines != nil { return try regions.map { try lookAtBox(of: $0, in: frame) } }
        let views: [PlateView] =
            switch effort {
            case .first: Array(self.views.prefix(1))
            case .further: Array(self.views.dropFirst().prefix(1))
            case .another: Array(self.views.dropFirst(2))
            // Who looks in one way has nothing to settle, and of three a majority does. Where corners were looked for, what was found decides.
            case .deciding: self.views.count == 2 ? [PlateView.deciding] : []
            // Its cuts show the whole plate as it is.
            case .wide: []
            }
        // One after the other: together they take 2 % less time, and 30 MB more where nine plates are in view.
        return try regions.map { region in try views.map { try look(at: region, in: frame, view: $0) } }
    }

    private func look(at region: Region, in frame: Frame, view: PlateView) throws(ONNXError) -> ViewReading {
        let picture = wantsColour ? frame.anyColour : ColourImage(grey: frame.image)
        guard let crop = view.crop(region, of: picture, for: description) else { return ViewReading([]) }
        return try read(crop, isSecond: view.isSecond)
    }

    /// What was read by corners once more in its upright box; nothing of what was read in that before.
    private func lookAtBox(of region: Region, in frame: Frame) throws(ONNXError) -> [ViewReading] {
        guard region.outline != nil, let view = views.first else { return [] }
        return [try look(at: region.upright, in: frame, view: view)]
    }

    private func read(_ crop: RGBImage, isSecond: Bool) throws(ONNXError) -> ViewReading {
        let results = try (isSecond ? further ?? session : session).run(
            wantsColour ? crop.interleaved : crop.red.pixels,
            dimensions: [1, description.height, description.width, wantsColour ? 3 : 1],
            outputs: [plateOutput] + [countryOutput].compactMap { $0 })
        return ViewReading(symbols(results[0]), origin: results.count > 1 ? origin(results[1]) : nil)
    }

    private func symbols(_ result: ONNXSession.Tensor) -> [Symbol] {
        let letters = description.alphabet.count
        var symbols: [Symbol] = []
        for slot in 0..<description.slots {
            let start = slot * letters
            guard start + letters <= result.values.count else { break }
            let probable = (0..<letters).map { ($0, result.values[start + $0]) }
                .filter { $0.1 >= Self.leastAlternative }
                .sorted { $0.1 > $1.1 }
            guard let best = probable.first, description.alphabet[best.0] != description.padding else { continue }
            let alternatives = probable.prefix(4).filter { description.alphabet[$0.0] != description.padding }
            symbols.append(
                Symbol(alternatives.map { .init(description.alphabet[$0.0], Self.confidence($0.1)) }))
        }
        return symbols
    }

    private static func confidence(_ probability: Float) -> Double {
        1 - doubt * (1 - min(1, Double(probability)))
    }

    private func origin(_ result: ONNXSession.Tensor) -> Origin? {
        guard description.countries.count <= result.values.count else { return nil }
        let best = description.countries.indices.max { result.values[$0] < result.values[$1] }
        guard let best, let country = codes[best] else { return nil }
        return Origin(country: country, confidence: min(1, Double(result.values[best])))
    }
}

extension RGBImage {
    /// Red, green and blue of one pixel after the other.
    fileprivate var interleaved: [UInt8] {
        let count = width * height
        return [UInt8](unsafeUninitializedCapacity: 3 * count) { out, filled in
            for (channel, image) in [red, green, blue].enumerated() {
                image.withPixels { pixels in
                    for index in 0..<count { out[3 * index + channel] = pixels[index] }
                }
            }
            filled = 3 * count
        }
    }
}
