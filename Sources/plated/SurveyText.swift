import ALPR

/// A survey for people: figures, then advice.
struct SurveyText {
    /// Lower characters are guesswork; higher ones read well.
    private static let (least, enough) = (10.0, 16.0)
    /// Mean grey below and above which it is the light that is wrong.
    private static let (dark, bright) = (40.0, 215.0)

    let survey: Survey
    /// How the pictures seem to lie, where that is not how they are taken.
    var orientation: OrientationTrial.Verdict?
    /// How the text of a plate is shown.
    var shown: (String) -> String = { $0 }

    var text: String {
        let lines = (facts + advice.map { Fact("advice", $0) }).map(\.line)
        return lines.map { $0 + "\n" }.joined()
    }

    /// What was measured, and what came of it.
    var facts: [Fact] { [light] + plates + rejected }

    // MARK: - Figures

    private var light: Fact {
        let place = survey.light.roi == .wholePicture ? "" : " in the region of interest"
        return Fact("light", "mean grey \((survey.light.mean ?? 0).inTenths) of 255\(place)")
    }

    private var plates: [Fact] {
        let pictures = "\(survey.frames) \(survey.frames == 1 ? "picture" : "pictures")"
        guard !survey.plates.isEmpty else {
            return [Fact("plates", "none read in \(pictures)")]
        }
        var lines = [Fact("plates", "\(survey.plates.count) read in \(pictures)")]
        for plate in survey.plates {
            let heights = survey.agreements[plate.text]?.heights ?? []
            var parts = ["read \(heights.count == 1 ? "once" : "\(heights.count) times")"]
            if let range = Self.range(heights) { parts.append("characters \(range) pixels high") }
            parts.append("confidence \(plate.confidence.inHundredths)")
            if let country = plate.country { parts.append(country) }
            lines.append(Fact("plate", "\(shown(plate.text)): " + parts.joined(separator: ", ")))
        }
        let seen = agreeing.flatMap(\.legibilities)
        if let width = seen.map(\.edgeWidth).middle {
            lines.append(Fact("sharpness", "edges \(width.inTenths) pixels wide (1-2 is sharp)"))
        }
        if let contrast = seen.map(\.contrast).middle {
            lines.append(Fact("contrast", "\(contrast.inTenths) of 255 grey levels"))
        }
        return lines
    }

    private var rejected: [Fact] {
        let reasons = survey.rejected.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
        guard !reasons.isEmpty else { return [] }
        return [Fact("rejected", reasons.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", "))]
    }

    // MARK: - Advice

    /// What to change, or that nothing need be.
    var advice: [String] {
        // What is read in such pictures is wrong, however sure.
        switch orientation {
        case .lying(let way): return ["\(way.complaint): set source.orientation: \(way.rawValue)"]
        case .perhaps(let way, let text):
            return [
                "the picture may be upside down: plates grow as they move up, and turned round, \(shown(text)) is read as "
                    + "surely; if that is right, set source.orientation: \(way.rawValue)"
            ]
        case nil: break
        }
        return survey.plates.isEmpty ? adviceWithoutPlates : adviceOnPlates
    }

    private var agreeing: [Survey.Agreement] {
        survey.plates.compactMap { survey.agreements[$0.text] }
    }

    /// A vehicle comes nearer: what counts is how large its plate becomes.
    private var adviceOnPlates: [String] {
        var lines: [String] = []
        let height = agreeing.compactMap { $0.heights.max() }.middle ?? 0
        let seen = agreeing.flatMap(\.legibilities)
        if height < Self.least {
            lines.append("characters are too small to be read safely: zoom in, come closer or raise the resolution")
        } else if height < Self.enough {
            lines.append("characters are small: \(Int(Self.enough)) pixels or more read better; zoom in if you can")
        }
        if let width = seen.map(\.edgeWidth).middle, width > max(3, height / 5) {
            lines.append("plates are blurred: set the focus, and a shutter of 1/500 s or shorter where they move")
        }
        if let contrast = seen.map(\.contrast).middle, contrast < 40 {
            lines.append("plates have little contrast: look for glare, fog, dirt on the lens, or too little light")
            lines += lightAdvice
        }
        return lines.isEmpty ? ["plates can be read as it is"] : lines
    }

    private var adviceWithoutPlates: [String] {
        let wanted = "\(Int(Self.enough)) pixels or more are wanted"
        let hint: (Rejection, String)? = [
            (
                .outsideROI,
                "it is looked for in the region of interest only (roi), and in lanes where there are some (lanes)"
            ),
            (.direction, "it went where its lane does not count it (directions of the lane)"),
            (.cutOff, "it is cut off at the edge of the picture or of the region of interest (roi)"),
            (.tooSmall, "its characters are too small (\(wanted)): zoom in or come closer"),
            (.lowConfidence, "it is blurred, dark or too small (\(wanted)): focus, light, shutter"),
            (
                .noAgreement,
                "no two pictures show the same: more pictures a second, a shorter shutter, larger characters"
            ),
            (.format, "it is of none of the countries in formats.countries"),
            (.notLargest, "a larger one stands before it (plates.selection: largest)"),
        ].filter { survey.rejected[$0.0] != nil }.max { survey.rejected[$0.0] ?? 0 < survey.rejected[$1.0] ?? 0 }
        let reason = hint?.1 ?? "its characters are probably too small (\(wanted)), blurred or dark"
        return lightAdvice + [
            "hold a plate where it will be read and probe again; if one was in the picture, \(reason)"
        ]
    }

    private var lightAdvice: [String] {
        guard let mean = survey.light.mean else { return [] }
        if mean < Self.dark {
            return ["the picture is dark: more light, or infrared, or a longer exposure if nothing moves"]
        }
        return mean > Self.bright ? ["the picture is too bright: shorten the exposure"] : []
    }

    private static func range(_ values: [Double]) -> String? {
        guard let low = values.min(), let high = values.max() else { return nil }
        return low.inTenths == high.inTenths ? low.inTenths : "\(low.inTenths) to \(high.inTenths)"
    }
}

extension [Double] {
    /// The middle value (the upper of the two middles); nil of nothing.
    fileprivate var middle: Double? {
        isEmpty ? nil : sorted()[count / 2]
    }
}

extension Orientation {
    /// What is the matter with such a picture.
    fileprivate var complaint: String {
        switch self {
        case .upright: "the picture reads better as the camera gives it"
        case .upsideDown: "the picture is upside down"
        case .mirrored: "the picture is mirrored"
        case .mirroredUpsideDown: "the picture is mirrored and upside down"
        case .turnedLeft: "the picture is turned to the left"
        case .turnedRight: "the picture is turned to the right"
        }
    }
}
