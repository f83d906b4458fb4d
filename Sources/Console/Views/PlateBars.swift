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
            // Behind the last edge that is not after it.
            var (low, high) = (0, edges.count)
            while low < high {
                let middle = (low + high) / 2
                if edges[middle] > hour.hour { high = middle } else { low = middle + 1 }
            }
            if low > 0, low < edges.count { counts[low - 1] += hour.count }
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

    private static func number(_ value: Double) -> String {
        let text = JSONLine.number(value, digits: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// One path around all bars, from left to right: of a thousand bars each by itself would be most of a page.
    private func outline(_ slot: Double) -> String {
        let ground = Self.number(Self.height)
        return counts.enumerated().reduce("M0 \(ground)") { path, bar in
            let start = Double(bar.offset) * slot + slot * 0.1
            let top = Self.height * (1 - Double(bar.element) / Double(top))
            return path + "H\(Self.number(start))V\(Self.number(top))H\(Self.number(start + slot * 0.8))V\(ground)"
        }
    }

    func values(label: (WallTime) -> String, labelled: (Int) -> Bool) -> Pages.Values {
        let slot = Self.width / Double(max(1, counts.count))
        let lines = (0...4).map { (y: Self.number(Self.height * (1 - Double($0) / 4)), text: "\(top / 4 * $0)") }
        return [
            "bars": outline(slot), "base": lines.map { "M0 \($0.y)H\(Self.number(Self.width))" }.joined(),
            "lines": lines.map { ["y": $0.y, "text": $0.text] as Pages.Values },
            "labels": counts.indices.filter(labelled).map { index -> Pages.Values in
                ["x": Self.number(Double(index) * slot), "text": label(edges[index])]
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
