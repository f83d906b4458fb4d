import Answers
import Basics
import History
import Hummingbird
import Records

/// How the cameras are doing: when they could see, and how many plates they read.
extension Desk {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    /// How far back it is looked for the first sign of a camera.
    private static let memory = 30 * day

    @Sendable func health(_ query: Query) async throws -> Response {
        var values = try await frame("Health", .health, query)
        guard let span = HealthSpan(rawValue: query.fields["span"] ?? HealthSpan.week.rawValue) else {
            throw RequestProblem(.unprocessableContent, "span is day, week or month.")
        }
        let edges = span.edges(now: query.now, zone: zone)
        guard let from = edges.first, let until = edges.last else { throw RequestProblem.notFound }
        let gaps = try await history.gaps(from: from, until: until)
        let counts = try await history.counts(
            from: WallTime(milliseconds: from.milliseconds - Self.memory), until: until)
        let cameras = try await history.status().cameras
        let corrected = try accounts.corrected(from: from, until: until)
        var known: [String: WallTime] = [:]
        for count in counts { known[count.camera] = min(known[count.camera] ?? count.hour, count.hour) }
        let hours = Dictionary(grouping: counts.filter { $0.hour >= from && $0.what == "plate" }, by: \.camera)
        values["spans"] = HealthSpan.allCases.map {
            ["name": $0.name, "path": "/health?span=\($0.rawValue)", "isHere": $0 == span]
        }
        values["timelines"] = cameras.map { camera in
            Timeline(
                camera: camera.name, from: from, until: until, known: known[camera.name], now: query.now,
                gaps: gaps.filter { $0.camera == camera.name }
            ).values
        }
        values["ticks"] = span.ticks(edges).map { index -> Pages.Values in
            let share =
                Double(edges[index].milliseconds - from.milliseconds)
                / Double(until.milliseconds - from.milliseconds)
            return [
                "x": JSONLine.number(share * Timeline.width, digits: 1), "text": span.label(edges[index], zone: zone),
            ]
        }
        values["gaps"] = gaps.prefix(Self.mostGaps).map { GapView(gap: $0, now: query.now, zone: zone).values }
        if gaps.count > Self.mostGaps { values["moreGaps"] = "\(gaps.count - Self.mostGaps)" }
        values["hasGaps"] = !gaps.isEmpty
        values["charts"] = cameras.map { camera -> Pages.Values in
            let bars = PlateBars(edges: edges, hours: hours[camera.name] ?? [])
            var chart = bars.values(label: { span.label($0, zone: zone) }, labelled: { span.ticks(edges).contains($0) })
            let wrong = corrected[camera.name] ?? 0
            chart["camera"] = camera.name
            chart["corrected"] = "\(wrong)"
            chart["isCorrected"] = wrong > 0
            return chart
        }
        values["unit"] = span.unit
        values["hasCameras"] = !cameras.isEmpty
        return pages.response("health", values)
    }

    private static let mostGaps = 200
}
