import Answers
import Basics
import History
import Records

/// When one camera could see, as a strip of SVG: a band, and over it the gaps.
struct Timeline {
    static let width = 1000.0

    let camera: String
    let from: WallTime
    let until: WallTime
    /// From when on something is known of the camera; nil for never.
    let known: WallTime?
    let now: WallTime
    let gaps: [StoredGap]

    private func place(_ time: WallTime) -> Double {
        let all = Double(until.milliseconds - from.milliseconds)
        return min(Self.width, max(0, Double(time.milliseconds - from.milliseconds) / all * Self.width))
    }

    /// What of the time that is known it could see, 0-1; nil where nothing is known.
    var seeing: Double? {
        guard let known, max(known, from) < now else { return nil }
        let start = max(known, from)
        let blind = Blindness(gaps, from: start, until: min(until, now), now: now).totals.first?.time ?? .zero
        return 1 - blind.seconds / (Double(min(until, now).milliseconds - start.milliseconds) / 1000)
    }

    var values: Pages.Values {
        func number(_ value: Double) -> String { JSONLine.number(value, digits: 2) }
        let start = known.map { place($0) } ?? Self.width
        let end = place(now)
        return [
            "camera": camera, "seeingX": number(start), "seeingWidth": number(max(0, end - start)),
            "isKnown": known != nil, "hasGaps": !gaps.isEmpty,
            "seeing": seeing.map { Self.percent($0) } ?? "not known",
            "gaps": gaps.map { gap -> Pages.Values in
                let (start, end) = (place(gap.gap.start), place(min(gap.end ?? now, now)))
                // A short gap is seen, too.
                let width = max(1.5, end - start)
                return [
                    "x": number(min(start, Self.width - width)), "width": number(width),
                    "cause": gap.gap.cause.rawValue,
                ]
            },
        ]
    }

    /// Never 100 % where anything is missing.
    static func percent(_ share: Double) -> String {
        if share >= 1 { return "100 %" }
        let hundredths = (share * 10_000).rounded(.down) / 100
        return JSONLine.number(max(0, min(99.99, hundredths)), digits: hundredths > 99 ? 2 : 1) + " %"
    }
}
