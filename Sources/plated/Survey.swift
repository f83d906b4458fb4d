import ALPR
import Plates

/// What can be said about plates in a camera's picture after some seconds of looking.
struct Survey {
    /// Lower characters are guesswork; higher ones read well.
    private static let enough = 16.0
    private static let least = 10.0

    private var localiser: any PlateLocaliser
    private var engine: any OCREngine
    private let plausibility: Plausibility
    private var frames = 0
    private var light: [Double] = []
    private var seen: [(legibility: Legibility, confidence: Double)] = []

    init(recognition: Recogniser.Settings, parts: RecognitionPlan.Parts) {
        localiser = parts.localiser
        engine = parts.engine
        plausibility = recognition.plausibility
    }

    mutating func look(at frame: Frame) throws {
        frames += 1
        light.append(Self.mean(frame.image))
        let regions = Array(try localiser.regions(in: frame, area: frame.image.bounds).prefix(5))
        for (region, looks) in zip(regions, try engine.read(regions, of: frame, effort: .first)) {
            guard let legibility = Legibility(of: region.rows[0], in: frame.image) else { continue }
            let symbols = looks.flatMap(\.symbols)
            if plausibility.objection(to: symbols.text) == nil, symbols.confidence > 0.92 {
                seen.append((legibility, symbols.confidence))
            }
        }
    }

    /// For people: figures, then advice.
    var findings: String {
        guard !seen.isEmpty else {
            return lightLine + """
                plates       none legible in \(frames) frames
                advice       hold a plate where it will be read and probe again; if it is in the picture and not found, its
                             characters are probably too small (\(Int(Self.enough)) pixels or more are wanted), blurred or dark

                """ + lightAdvice
        }
        let heights = seen.map(\.legibility.textHeight).sorted()
        let edges = seen.map(\.legibility.edgeWidth).sorted()
        let contrasts = seen.map(\.legibility.contrast).sorted()
        func middle(_ values: [Double]) -> String { Self.rounded(values[values.count / 2]) }
        return lightLine + """
            plates       \(seen.count) legible readings in \(frames) frames
            characters   \(Self.rounded(heights[0])) to \(Self.rounded(heights[heights.count - 1])) pixels high, half of them below \(middle(heights))
            sharpness    edges \(middle(edges)) pixels wide (1-2 is sharp)
            contrast     \(middle(contrasts)) of 255 grey levels

            """ + advice(heights: heights, edges: edges, contrasts: contrasts) + lightAdvice
    }

    private var lightLine: String {
        let mean = light.reduce(0, +) / Double(max(1, light.count))
        return "light        mean grey \(Self.rounded(mean)) of 255\n"
    }

    private var lightAdvice: String {
        let mean = light.reduce(0, +) / Double(max(1, light.count))
        if mean < 40 {
            return "advice       the picture is dark: more light, or infrared, or a longer exposure if nothing moves\n"
        }
        if mean > 215 { return "advice       the picture is too bright: shorten the exposure\n" }
        return ""
    }

    private func advice(heights: [Double], edges: [Double], contrasts: [Double]) -> String {
        var lines: [String] = []
        let height = heights[heights.count / 2]
        if height < Self.least {
            lines.append("characters are too small to be read safely: zoom in, come closer or raise the resolution")
        } else if height < Self.enough {
            lines.append("characters are small: \(Int(Self.enough)) pixels or more read better; zoom in if you can")
        }
        if edges[edges.count / 2] > max(3, height / 5) {
            lines.append("plates are blurred: set the focus, and a shutter of 1/500 s or shorter where they move")
        }
        if contrasts[contrasts.count / 2] < 40 {
            lines.append("plates have little contrast: look for glare, fog, dirt on the lens, or too little light")
        }
        if lines.isEmpty { lines.append("plates can be read as it is") }
        return lines.map { "advice       \($0)\n" }.joined()
    }

    private static func mean(_ image: LumaImage) -> Double {
        // Every 16th pixel is plenty.
        var sum = 0
        var count = 0
        for index in stride(from: 0, to: image.pixels.count, by: 16) {
            sum += Int(image.pixels[index])
            count += 1
        }
        return count == 0 ? 0 : Double(sum) / Double(count)
    }

    static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
