import Records

/// A calibration for people: lines for a terminal, and a picture (SVG) in which right confidences lie on the diagonal.
struct ReliabilityDiagram {
    private static let side = 320.0
    private static let margin = 44.0

    let groups: [Calibration.Group]
    let expectedError: Double
    let errorByChance: Double
    /// What was told: a confidence, a probability.
    let what: String

    /// Nil where nothing was told.
    init?(_ calibration: Calibration, of what: String) {
        guard let error = calibration.expectedError, let chance = calibration.errorByChance else { return nil }
        groups = calibration.groups
        expectedError = error
        errorByChance = chance
        self.what = what
    }

    var text: String {
        let head = "  \(what.padded(11))  right   of   share   by chance from - to"
        let rows = groups.map { group in
            let (low, high) = (group.interval.lowerBound, group.interval.upperBound)
            return "  "
                + [
                    cell(JSONLine.number(group.confidence, digits: 3), 10), cell("\(group.right)", 8),
                    cell("\(group.count)", 5), cell(percent(group.share), 8),
                    cell(percent(low), 14) + " -" + cell(percent(high), 6),
                ].joined()
        }
        let error =
            "  calibration error (ECE)   \(JSONLine.number(expectedError, digits: 3));"
            + " what is exactly right has \(JSONLine.number(errorByChance, digits: 3)) by chance"
        return ([head] + rows + [error]).joined(separator: "\n") + "\n"
    }

    func add(to line: inout JSONLine) {
        let prefix = what == "confidence" ? "calibration" : what
        line.add("\(prefix)_error", expectedError, digits: 4)
        line.add("\(prefix)_error_by_chance", errorByChance, digits: 4)
        line.add(what == "confidence" ? "calibrated_texts" : "\(what)_texts", groups.reduce(0) { $0 + $1.count })
    }

    /// Both axes begin where the least of all values lies.
    var svg: String {
        let least = groups.map { min($0.confidence, $0.interval.lowerBound) }.min() ?? 0
        let start = max(0, (least * 10).rounded(.down) / 10)
        func place(_ value: Double) -> Double { Self.side * (value - start) / max(1 - start, 0.1) }
        func x(_ value: Double) -> String { JSONLine.number(Self.margin + place(value), digits: 1) }
        func y(_ value: Double) -> String { JSONLine.number(Self.side + 12 - place(value), digits: 1) }
        var marks = ""
        for step in stride(from: (start * 10).rounded(), through: 10, by: 1) {
            let (value, label) = (step / 10, JSONLine.number(step / 10, digits: 1))
            marks += """
                <path d="M\(x(value)) \(y(start))V\(y(1))M\(x(start)) \(y(value))H\(x(1))" stroke="#ddd"/>
                <text x="\(x(value))" y="\(JSONLine.number(Self.side + 28, digits: 0))" text-anchor="middle">\(label)</text>
                <text x="\(JSONLine.number(Self.margin - 8, digits: 0))" y="\(y(value))" text-anchor="end" dy="4">\(label)</text>

                """
        }
        marks += "<path d=\"M\(x(start)) \(y(start))L\(x(1)) \(y(1))\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>\n"
        for group in groups {
            let (low, high) = (group.interval.lowerBound, group.interval.upperBound)
            marks += """
                <path d="M\(x(group.confidence)) \(y(low))V\(y(high))" stroke="#06c"/>
                <circle cx="\(x(group.confidence))" cy="\(y(group.share))" r="4" fill="#06c"/>

                """
        }
        let (width, height) = (Int(Self.side + Self.margin) + 16, Int(Self.side) + 56)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" role="img" \
            aria-label="Share of right texts by \(what)" font-family="sans-serif" font-size="12" fill="none">
            <g fill="#222">
            \(marks)<text x="\(x((1 + start) / 2))" y="\(height - 8)" text-anchor="middle">\(what) that was told</text>
            <text x="\(x(start))" y="\(y(1))" dx="6" dy="14">share that is right</text>
            </g>
            </svg>

            """
    }

    private func percent(_ share: Double) -> String { JSONLine.number(100 * share, digits: 1) + " %" }

    private func cell(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
