import Addresses
import Answers
import Basics
import History
import Hummingbird
import Logging
import Records

/// Answers about how cameras and destinations are doing: when cameras could see, how many plates they read, and how well they could.
struct HealthRoutes: Sendable {
    let history: any History
    let accounts: AccountFile
    let pages: Pages
    let frame: PageFrame
    /// Tells how deliveries to other programs are getting on.
    let destinations: @Sendable () async throws -> [DestinationAnswer]
    /// Returns the metrics in Prometheus' text format, with doors' openings where these are asked for.
    let metrics: @Sendable (_ doors: Bool) async throws -> String
    let zone: LocalZone
    let talk: Logger

    var routes: [Route] {
        [
            Route(.get, "/health", .ofCameras(.viewer), health),
            Route(.get, "/api/gaps", .ofCameras(.viewer), apiGaps),
            Route(.get, "/api/health", .ofCameras(.viewer), apiHealth),
            Route(.get, "/api/stats", .ofCameras(.viewer), apiStats),
            Route(.get, "/api/destinations", .from(.viewer), apiDestinations),
            Route(.get, "/metrics", .from(.viewer), metricsText),
        ]
    }

    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    /// How far back the pages look for the first sign of a camera.
    private static let memory = 30 * day
    private static let mostGaps = 200

    @Sendable func health(_ query: Query) async throws -> Response {
        guard let span = HealthSpan(rawValue: query.fields["span"] ?? HealthSpan.week.rawValue) else {
            throw RequestProblem(.unprocessableContent, "span is day, week or month.")
        }
        let present = try await history.present()
        let cameras = query.cameras(in: present)
        // Who sees some alone asks about all of these at once.
        let asked = query.fields.values("camera")
        guard asked.count == 1, let camera = asked.first else {
            return try await health(of: cameras, span, query, present)
        }
        guard cameras.contains(camera) else {
            throw RequestProblem(.notFound, "No camera of that name has logged anything.")
        }
        return try await health(of: camera, span, query, present)
    }

    private func health(
        of cameras: [String], _ span: HealthSpan, _ query: Query, _ present: Present
    ) async throws -> Response {
        var values = frame.values("Health", .health, query, present)
        let edges = span.edges(now: query.now, zone: zone)
        guard let from = edges.first, let until = edges.last else { throw RequestProblem.notFound }
        let shown = try CameraPages(cameras, query.fields, first: Set(present.gaps.map(\.camera)))
        let found = Set(shown.found)
        let gaps = try await history.gaps(cameras: query.seenCameras, from: from, until: until)
            .filter { found.contains($0.camera) }
        values.merge(try await seen(shown.shown, gaps, span, edges, query)) { $1 }
        func kept(_ span: HealthSpan) -> Fields { Fields([Fields.Field(name: "span", value: span.rawValue)]) }
        values["spans"] = spans(span) {
            var fields = kept($0)
            fields.set("find", query.fields["find"])
            return "/health?" + fields.text
        }
        values["cameraPages"] = shown.values("/health", kept(span), order: "those that are blind now first")
        values["gaps"] = gaps.prefix(Self.mostGaps).map { GapView(gap: $0, now: query.now, zone: zone).values }
        if gaps.count > Self.mostGaps { values["moreGaps"] = "\(gaps.count - Self.mostGaps)" }
        values["hasGaps"] = !gaps.isEmpty
        values["hasCameras"] = !cameras.isEmpty
        values["isNothing"] = shown.found.isEmpty
        try await fillUnreadLogs(&values, query)
        try await fillDestinations(&values, query)
        return pages.response("health", values)
    }

    private func health(
        of camera: String, _ span: HealthSpan, _ query: Query, _ present: Present
    ) async throws -> Response {
        var values = frame.values("Health of \(camera)", .health, query, present)
        let edges = span.edges(now: query.now, zone: zone)
        guard let from = edges.first, let until = edges.last else { throw RequestProblem.notFound }
        let gaps = try await history.gaps(cameras: [camera], from: from, until: until)
        values.merge(try await seen([camera], gaps, span, edges, query, hasPaths: false)) { $1 }
        let records = try await history.health(cameras: [camera], from: from, until: until)
        let health = CameraHealth(span: span, edges: edges, records: records, zone: zone)
        var name = Fields()
        name.set("camera", camera)
        values["camera"] = camera
        values["spans"] = spans(span) { "/health?\(name.text)&span=\($0.rawValue)" }
        values["plots"] = health.plots
        values["reasons"] = health.reasons
        values["hasReasons"] = !health.reasons.isEmpty
        values["facts"] = health.facts
        values["isTold"] = !records.isEmpty
        return pages.response("camera-health", values)
    }

    /// Fills in the logs that the hub cannot read: without a word it would look as if nothing happened. Whoever sees some cameras alone is not
    /// told where the logs of all lie.
    private func fillUnreadLogs(_ values: inout Pages.Values, _ query: Query) async throws {
        guard query.seenCameras.isEmpty else { return }
        let unread = try await history.logs().filter { !$0.isReadable }
        values["hasUnreadLogs"] = !unread.isEmpty
        values["unreadLogs"] = unread.map { log -> Pages.Values in
            [
                "path": log.path,
                "trouble": String((log.trouble ?? "").trimmingPrefix(HistoryStatus.Log.unreadablePrefix)),
            ]
        }
    }

    private func spans(_ here: HealthSpan, path: (HealthSpan) -> String) -> [Pages.Values] {
        HealthSpan.allCases.map { ["name": $0.name, "path": path($0), "isHere": $0 == here] }
    }

    /// Returns strips of when each camera could see, and bars of the plates that it read.
    private func seen(
        _ cameras: [String], _ gaps: [StoredGap], _ span: HealthSpan, _ edges: [WallTime], _ query: Query,
        hasPaths: Bool = true
    ) async throws -> Pages.Values {
        guard let from = edges.first, let until = edges.last else { throw RequestProblem.notFound }
        async let heard = history.heard(
            of: cameras, from: WallTime(milliseconds: from.milliseconds - Self.memory), until: from)
        // No cameras would mean all of them.
        let counts = cameras.isEmpty ? [] : try await history.counts(cameras: cameras, from: from, until: until)
        let corrected = try accounts.corrected(from: from, until: until)
        var known = Dictionary(try await heard.map { ($0, from) }) { first, _ in first }
        for count in counts { known[count.camera] = min(known[count.camera] ?? count.hour, count.hour) }
        let hours = Dictionary(grouping: counts.filter { $0.what == "plate" }, by: \.camera)
        func path(_ camera: String) -> String {
            var fields = Fields()
            fields.set("camera", camera)
            return "/health?\(fields.text)&span=\(span.rawValue)"
        }
        var values: Pages.Values = [:]
        values["timelines"] = cameras.map { camera -> Pages.Values in
            var strip = Timeline(
                camera: camera, from: from, until: until, known: known[camera], now: query.now,
                gaps: gaps.filter { $0.camera == camera }
            ).values
            if hasPaths { strip["path"] = path(camera) }
            return strip
        }
        let ticks = span.ticks(edges, zone: zone)
        values["ticks"] = ticks.map { index -> Pages.Values in
            let share =
                Double(edges[index].milliseconds - from.milliseconds)
                / Double(until.milliseconds - from.milliseconds)
            return ["percent": JSONLine.number(share * 100, digits: 2), "text": span.label(edges[index], zone: zone)]
        }
        values["charts"] = cameras.map { camera -> Pages.Values in
            let bars = PlateBars(edges: edges, hours: hours[camera] ?? [])
            var chart = bars.values(label: { span.label($0, zone: zone) }, labelled: { ticks.contains($0) })
            let wrong = corrected[camera] ?? 0
            chart["camera"] = camera
            chart["corrected"] = "\(wrong)"
            chart["isCorrected"] = wrong > 0
            if hasPaths { chart["path"] = path(camera) }
            return chart
        }
        values["unit"] = span.unit
        return values
    }

    // MARK: - Destinations: they are about all cameras, so nobody who sees some alone is told

    @Sendable private func apiDestinations(_ query: Query) async throws -> Response {
        var object = JSONObject()
        object.add("schema", "plated.destinations/1")
        object.add("destinations", json: JSONObject.list(try await destinations().map { $0.json(zone) }))
        return .json(object)
    }

    /// Fills in destinations on the page of health. Where they cannot be told, the page still tells how cameras are doing.
    private func fillDestinations(_ values: inout Pages.Values, _ query: Query) async throws {
        guard query.seenCameras.isEmpty else { return }
        let answers: [DestinationAnswer]
        do { answers = try await destinations() } catch let failure as Failure {
            talk.warning("a page cannot tell how destinations are doing: \(failure)")
            values["destinationTrouble"] = "How destinations are doing cannot be told. The hub's journal says why."
            values["hasDestinations"] = true
            return
        }
        values["hasDestinations"] = !answers.isEmpty
        values["destinations"] = answers.map { answer in
            DestinationView(answer: answer, now: query.now, zone: zone, isForPlates: query.role >= .operator).values
        }
    }

    // MARK: - For programs

    @Sendable private func apiGaps(_ query: Query) async throws -> Response {
        let period = try Period(query, zone: zone)
        let gaps = try await history.gaps(cameras: period.cameras, from: period.from, until: period.until)
        var object = JSONObject()
        object.add("schema", "plated.gaps/1")
        object.add("from", period.from, in: zone)
        object.add("to", period.until, in: zone)
        object.add(
            "gaps",
            json: JSONObject.list(
                gaps.map { gap in
                    var object = JSONObject()
                    object.add("id", gap.gap.id)
                    object.add("camera", gap.camera)
                    object.add("cause", gap.gap.cause.rawValue)
                    object.add("from", gap.gap.start, in: zone)
                    object.add("to", gap.end, in: zone)
                    object.add(
                        "duration_s",
                        Double((gap.end ?? query.now).milliseconds - gap.gap.start.milliseconds) / 1000, digits: 1)
                    return object.text
                }))
        object.add("blind", json: period.blindness(gaps, now: query.now).json)
        return .json(object)
    }

    @Sendable private func apiHealth(_ query: Query) async throws -> Response {
        let period = try Period(query, zone: zone)
        let until = period.until ?? query.now
        let from = period.start(now: query.now)
        let records = try await history.health(cameras: period.cameras, from: from, until: until)
        var object = JSONObject()
        object.add("schema", "plated.health-of-cameras/1")
        object.add("from", from, in: zone)
        object.add("to", until, in: zone)
        let present = try await history.present()
        let asked = Set(period.cameras)
        object.add(
            "cameras",
            json: JSONObject.list(
                present.cameras.filter { query.maySee($0) && (asked.isEmpty || asked.contains($0)) }.map { camera in
                    var object = JSONObject()
                    object.add("camera", camera)
                    present.standing(of: camera).fill(&object, zone)
                    return object.text
                }))
        // These are lines of the log, as they stand there.
        object.add(
            "records", json: JSONObject.list(records.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        return .json(object)
    }

    @Sendable private func apiStats(_ query: Query) async throws -> Response {
        var period = try Period(query, zone: zone)
        period.from = period.start(now: query.now)
        let counts = try await history.counts(
            cameras: period.cameras, from: period.from, until: period.until,
            partedAt: { [zone] in zone.midnight(inHourAt: $0) }
        ).filter { Self.mayCount($0.what, role: query.role, seesAll: query.seenCameras.isEmpty) }
        let gaps = try await history.gaps(cameras: period.cameras, from: period.from, until: period.until)
        var object = JSONObject()
        object.add("schema", "plated.stats/1")
        object.add("from", period.from, in: zone)
        object.add("to", period.until, in: zone)
        object.add(
            "counts",
            json: JSONObject.list(
                counts.map { count in
                    var object = JSONObject()
                    object.add("from", count.hour, in: zone)
                    object.add("camera", count.camera)
                    object.add("what", count.what)
                    object.add("count", count.count)
                    return object.text
                }))
        object.add("blind", json: period.blindness(gaps, now: query.now).json)
        return .json(object)
    }

    /// True where somebody may know how much there was of a kind. The pages that show the things themselves have the same rule.
    ///
    /// A session is filed under one camera at the moment when another one read a plate, and a count does not name the site: so it is for those
    /// who see all cameras, and never tells of what others saw.
    static func mayCount(_ what: String, role: Role, seesAll: Bool) -> Bool {
        switch what.prefix(while: { $0 != " " }) {
        case "session": seesAll
        case "opening": seesAll && role >= .operator
        // Which lists there are is for those who see all cameras, and what they have of a plate for whoever sees that.
        case "match": seesAll || role >= .operator
        default: true
        }
    }

    /// Answers Prometheus. Metrics are about all cameras, and about nothing that these saw. Openings of doors are for those whom `/api/stats`
    /// tells them.
    @Sendable func metricsText(_ query: Query) async throws -> Response {
        let doors = Self.mayCount("opening", role: query.role, seesAll: query.seenCameras.isEmpty)
        return .text(try await metrics(doors), MetricFamily.contentType)
    }
}
