import Records

/// Values over time as SVG: a line through the middle ones, and a band in which most lay. It breaks where nothing is known.
struct BandPlot {
    static let (width, height) = (640.0, 150.0)
    /// Points that are further apart than this have nothing between them, in milliseconds.
    private static let hole: Int64 = 3 * 3_600_000

    struct Point {
        let time: WallTime
        let spread: Spread
    }

    let points: [Point]
    let from: WallTime
    let until: WallTime
    /// What the bottom and the top stand for.
    let bottom: Double
    let top: Double
    /// Of the numbers beside it.
    var digits = 0

    /// - Parameter steps: tops to choose from: the first that no value is above is taken.
    init(_ points: [Point], from: WallTime, until: WallTime, steps: [Double]) {
        self.points = points
        self.from = from
        self.until = until
        bottom = 0
        let most = points.map(\.spread.high).max() ?? 0
        top = steps.first { $0 >= most } ?? steps.last ?? 1
    }

    init(_ points: [Point], from: WallTime, until: WallTime, bottom: Double, top: Double) {
        self.points = points
        self.from = from
        self.until = until
        self.bottom = bottom
        self.top = top
    }

    private func number(_ value: Double) -> String { JSONLine.number(value, digits: 1) }

    private func x(_ time: WallTime) -> Double {
        let all = Double(until.milliseconds - from.milliseconds)
        return min(Self.width, max(0, Double(time.milliseconds - from.milliseconds) / all * Self.width))
    }

    private func y(_ value: Double) -> Double {
        Self.height - (min(top, max(bottom, value)) - bottom) / (top - bottom) * Self.height
    }

    /// Points without a hole between them.
    private var runs: [[Point]] {
        var runs: [[Point]] = []
        for point in points {
            if let last = runs.last?.last, point.time.milliseconds - last.time.milliseconds <= Self.hole {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
        }
        return runs
    }

    private func path(_ points: [(WallTime, Double)]) -> String {
        points.map { "\(number(x($0)))\u{20}\(number(y($1)))" }.joined(separator: " L")
    }

    var values: Pages.Values {
        [
            "bands": runs.filter { $0.count > 1 }.map { run in
                "M" + path(run.map { ($0.time, $0.spread.high) } + run.reversed().map { ($0.time, $0.spread.low) })
                    + "Z"
            },
            "middles": runs.filter { $0.count > 1 }.map { run in "M" + path(run.map { ($0.time, $0.spread.median) }) },
            // What stands alone would be no line.
            "dots": runs.filter { $0.count == 1 }.compactMap(\.first).map { point -> Pages.Values in
                [
                    "x": number(x(point.time)), "y": number(y(point.spread.median)),
                    "low": number(y(point.spread.low)), "high": number(y(point.spread.high)),
                ]
            },
            "lines": (0...4).map { step -> Pages.Values in
                let value = bottom + (top - bottom) * Double(step) / 4
                return ["y": number(y(value)), "text": JSONLine.number(value, digits: digits)]
            },
            "isEmpty": points.isEmpty,
        ]
    }
}
