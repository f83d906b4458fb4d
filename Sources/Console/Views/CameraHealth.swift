import Answers
import History
import Records

/// How one camera did, in plots: what its scanner told of each hour.
struct CameraHealth {
    let span: HealthSpan
    let edges: [WallTime]
    let records: [HealthRecord]
    let zone: LocalZone

    private var from: WallTime { edges.first ?? WallTime(milliseconds: 0) }
    private var until: WallTime { edges.last ?? WallTime(milliseconds: 0) }

    var plots: [Pages.Values] {
        [
            plot(
                "Confidence", "of accepted plates; the band has eight of ten", \.confidence,
                digits: 2, scale: .fixed(0.6, 1)),
            plot(
                "Legibility", "height of characters that were read, in pixels", \.textHeight,
                scale: .round([16, 32, 64, 128, 400])),
            plot(
                "Sharpness", "pixels from ink to ground; 1 to 2 is sharp", \.edgeWidth,
                digits: 1, scale: .round([4, 8, 16, 40])),
            plot(
                "Latency", "from the picture to the line, in milliseconds", \.latency,
                scale: .round([200, 400, 1000, 2000, 4000, 10_000, 20_000])),
            rate,
        ]
    }

    private enum Scale {
        case fixed(Double, Double)
        case round([Double])
    }

    private func plot(
        _ title: String, _ about: String, _ what: (HealthRecord) -> Spread?, digits: Int = 0, scale: Scale
    ) -> Pages.Values {
        let points = records.compactMap { record in what(record).map { BandPlot.Point(time: record.middle, spread: $0) }
        }
        var plot =
            switch scale {
            case .fixed(let bottom, let top):
                BandPlot(points, from: from, until: until, bottom: bottom, top: top)
            case .round(let steps): BandPlot(points, from: from, until: until, steps: steps)
            }
        plot.digits = digits
        let last = points.last.map { "; \(JSONLine.number($0.spread.median, digits: digits)) at last" } ?? ""
        return values(plot, title, about + last)
    }

    /// Pictures a second: those that came, and those that were analysed.
    private var rate: Pages.Values {
        let points = records.map { record -> BandPlot.Point in
            let analysed = record.rate(of: record.counts.analysed)
            let pictures = record.rate(of: record.counts.pictures)
            return BandPlot.Point(
                time: record.middle, spread: Spread(low: analysed, median: analysed, high: pictures))
        }
        var plot = BandPlot(points, from: from, until: until, steps: [8, 16, 32, 64, 128])
        plot.digits = 0
        return values(plot, "Pictures a second", "line: analysed; top of the band: sent by the camera")
    }

    private func values(_ plot: BandPlot, _ title: String, _ about: String) -> Pages.Values {
        var values = plot.values
        values["title"] = title
        values["about"] = about
        let slot = BandPlot.width / Double(max(1, edges.count - 1))
        values["labels"] = span.ticks(edges, zone: zone).map { index -> Pages.Values in
            ["x": JSONLine.number(Double(index) * slot, digits: 1), "text": span.label(edges[index], zone: zone)]
        }
        return values
    }

    /// Why candidates were rejected, the most frequent first.
    var reasons: [Pages.Values] {
        var counts: [String: Int] = [:]
        for record in records {
            for reason in record.counts.rejected { counts[reason.key, default: 0] += reason.count }
        }
        let most = counts.values.max() ?? 1
        return counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { reason, count in
            [
                "name": reason.replacing("_", with: " "), "count": Self.grouped(count),
                "width": JSONLine.number(Double(count) / Double(most) * 100, digits: 1),
            ]
        }
    }

    /// Numbers of the whole time, each with what it is.
    var facts: [Pages.Values] {
        func sum(_ what: (HealthRecord.Counts) -> Int) -> Int { records.map { what($0.counts) }.reduce(0, +) }
        let (analysed, displaced) = (sum(\.analysed), sum(\.displaced))
        let taken = analysed + displaced
        let percent = taken == 0 ? 0 : 100 * Double(displaced) / Double(taken)
        let share =
            percent == 0 ? "" : percent < 0.1 ? ", under 0.1 %" : ", \(JSONLine.number(percent, digits: 1)) %"
        return [
            ("Pictures", Self.grouped(sum(\.pictures))), ("Analysed", Self.grouped(analysed)),
            ("Dropped, since recognition was busy", Self.grouped(displaced) + share),
            ("Damaged on the way", Self.grouped(sum(\.damagedPictures))),
            ("Losses of packets", Self.grouped(sum(\.losses))),
            ("Times the camera was lost", Self.grouped(sum(\.reconnects))),
            ("Recognition failed", Self.grouped(sum(\.failed))),
            ("Plates", Self.grouped(sum(\.plates))),
        ].map { ["name": $0, "value": $1] }
    }

    /// Thousands apart, by a narrow space.
    static func grouped(_ number: Int) -> String {
        var digits = Array("\(number)")
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("\u{202F}", at: place) }
        return String(digits)
    }
}

extension HealthRecord {
    fileprivate var middle: WallTime { WallTime(milliseconds: (start.milliseconds + end.milliseconds) / 2) }

    /// A second.
    fileprivate func rate(of count: Int) -> Double {
        let time = Double(end.milliseconds - start.milliseconds) / 1000
        return time > 0 ? Double(count) / time : 0
    }
}
