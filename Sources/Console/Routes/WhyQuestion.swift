import Answers
import Basics
import HTTPTypes
import History
import Records

/// What is asked for in the address of the page of misses.
struct WhyQuestion {
    static let sizes = 1...200
    private static let hour: Int64 = 3_600_000
    /// Bars that fit side by side; a longer time has one a day.
    private static let mostHours: Int64 = 24 * 7

    let fields: Fields
    let cameras: [String]
    let from: WallTime
    let until: WallTime
    let reason: String?
    /// Whether what was probably no vehicle is left out.
    let onlyVehicles: Bool
    let after: String?
    let limit: Int
    /// Nil where the time was typed.
    let span: HealthSpan?

    init(_ query: Query, zone: LocalZone) throws {
        fields = query.fields
        let period = try Period(query, zone: zone)
        if fields["span"] != nil, HealthSpan(rawValue: fields["span"] ?? "") == nil {
            throw RequestProblem(.unprocessableContent, "span is day, week or month.")
        }
        let isTyped = period.from != nil || period.until != nil
        let span = isTyped ? nil : HealthSpan(rawValue: fields["span"] ?? "day")
        self.span = span
        let edges = span?.edges(now: query.now, zone: zone) ?? []
        until = period.until ?? edges.last ?? query.now
        from = period.from ?? edges.first ?? WallTime(milliseconds: until.milliseconds - 24 * Self.hour)
        guard from < until else {
            throw RequestProblem(
                .unprocessableContent, "to (\(zone.text(until))) is not after from (\(zone.text(from))).")
        }
        cameras = period.cameras
        reason = fields["because"]
        if let reason, !ReasonGuide.all.contains(where: { $0.reason == reason }) {
            throw RequestProblem(.unprocessableContent, "because is \"\(reason)\", and no reason that there is.")
        }
        switch fields["kind"] ?? "vehicle" {
        case "vehicle": onlyVehicles = true
        case "all": onlyVehicles = false
        default: throw RequestProblem(.unprocessableContent, "kind is vehicle or all.")
        }
        if let place = fields["after"], !MissedFiles.isID(place) {
            throw RequestProblem(.unprocessableContent, "after is no place that an earlier answer gave.")
        }
        after = fields["after"]
        let size = fields["limit"] ?? "50"
        guard let limit = Int(size), Self.sizes.contains(limit) else {
            throw RequestProblem(
                .unprocessableContent,
                "limit is \"\(size)\", and must be a whole number from 1 to \(Self.sizes.upperBound).")
        }
        self.limit = limit
    }

    /// Where bars begin, and the end of the last one: hours, or days where there are many.
    func edges(zone: LocalZone) -> [WallTime] {
        let first = from.milliseconds / Self.hour
        let last = (until.milliseconds + Self.hour - 1) / Self.hour
        if last - first <= Self.mostHours { return (first...last).map { WallTime(milliseconds: $0 * Self.hour) } }
        let (start, end) = (zone.clock(at: from).day, zone.clock(at: until).day + 1)
        return (max(start, end - 400)...end).map {
            WallTime(milliseconds: zone.start(ofDay: $0).milliseconds / Self.hour * Self.hour)
        }
    }

    /// The same question with another answer to one of its fields.
    func path(_ name: String, _ value: String?) -> String {
        var fields = fields
        fields.set("after", nil)
        fields.set(name, value)
        let text = fields.text
        return text.isEmpty ? "/why" : "/why?" + text
    }

    /// What is recorded of it.
    var words: [String] {
        fields.all.filter { !["reason", "limit", "after"].contains($0.name) && !$0.value.isEmpty }.map {
            "\($0.name)=\($0.value)"
        }
    }
}
