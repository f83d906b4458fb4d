import Answers
import History
import Records

/// Plates an hour, or a day, of one camera, as bars of SVG.
struct PlateBars {
    static let (width, height) = (640.0, 150.0)
    private static let hour: Int64 = 3_600_000

    /// The first moment of each bar, and the end of the last.
    let edges: [WallTime]
    let counts: [Int]

    /// - Parameters:
    ///   - edges: whole hours, ascending.
    ///   - hours: of one camera.
    init(edges: [WallTime], hours: [HourCount]) {
        self.edges = edges
        var counts = [Int](repeating: 0, count: max(0, edges.count - 1))
        for hour in hours where hour.what == "plate" {
            guard let after = edges.firstIndex(where: { $0 > hour.hour }), after > 0 else { continue }
            counts[after - 1] += hour.count
        }
        self.counts = counts
    }

    init(edges: [WallTime], counts: [Int]) {
        self.edges = edges
        self.counts = counts
    }

    /// A round number above all bars, in four steps.
    var top: Int {
        let most = max(4, counts.max() ?? 0)
        return [1, 2, 5].cycled(10).map { $0 * 4 }.first { $0 >= most } ?? (most + 3) / 4 * 4
    }

    func values(label: (WallTime) -> String, labelled: (Int) -> Bool) -> Pages.Values {
        func number(_ value: Double) -> String { JSONLine.number(value, digits: 1) }
        let slot = Self.width / Double(max(1, counts.count))
        return [
            "bars": counts.enumerated().map { index, count -> Pages.Values in
                let height = Double(count) / Double(top) * Self.height
                return [
                    "x": number(Double(index) * slot + slot * 0.1), "width": number(slot * 0.8),
                    "y": number(Self.height - height),
                    "height": number(height),
                ]
            },
            "lines": (0...4).map { step -> Pages.Values in
                let y = number(Self.height - Self.height * Double(step) / 4)
                return ["y": y, "text": "\(top / 4 * step)"]
            },
            "labels": counts.indices.filter(labelled).map { index -> Pages.Values in
                ["x": number(Double(index) * slot), "text": label(edges[index])]
            },
            "total": "\(counts.reduce(0, +))",
        ]
    }
}

extension [Int] {
    /// Itself, ten times itself, a hundred times, …
    fileprivate func cycled(_ factor: Int) -> [Int] {
        var scale = 1
        return (0..<6).flatMap { _ -> [Int] in
            defer { scale *= factor }
            return map { $0 * scale }
        }
    }
}
