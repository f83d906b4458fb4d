import Answers
import HTTPTypes
import History
import Hummingbird
import Records

/// Answers about what was not read, and why, from the cameras' ledgers.
struct MissRoutes: Sendable {
    let history: any History
    let pages: Pages
    let frame: PageFrame
    /// The folder of a camera's misses, by its name.
    let root: CameraPlaces.Root
    let lookups: Lookups
    let zone: LocalZone

    var routes: [Route] {
        [
            Route(.get, "/why", .ofCameras(.operator), why),
            Route(.get, "/why/*", .ofCameras(.operator), miss),
            Route(.get, "/why/*/crop.jpg", .ofCameras(.operator), missedCrop),
            Route(.get, "/api/missed", .ofCameras(.operator), apiMissed),
        ]
    }

    @Sendable private func why(_ query: Query) async throws -> Response {
        let present = try await history.present()
        var values = frame.values("Why", .why, query, present)
        let all = query.cameras(in: present)
        let question: WhyQuestion
        do {
            question = try WhyQuestion(query, zone: zone)
        } catch let problem as RequestProblem {
            // The form stays as it was typed, with what is wrong in it.
            values["form"] = form(query.fields, nil, cameras: all)
            values["problem"] = problem.detail
            return pages.response("why", values, .unprocessableContent)
        }
        values["form"] = form(query.fields, question, cameras: all)
        if lookups.lacksReason(query) {
            values["hint"] = Lookups.reasonless.detail
            return pages.response("why", values)
        }
        try lookups.record("why", question.words, query)
        let answer = MissedAnswer(question, readers: readers(question.cameras.isEmpty ? all : question.cameras))
        let blind = try await blindness(question, now: query.now)
        values["answer"] = view(answer, question, BlindView(totals: blind.totals), reason: query.link(""))
        return pages.response("why", values)
    }

    private func blindness(_ question: WhyQuestion, now: WallTime) async throws -> Blindness {
        try await history.blindness(cameras: question.cameras, from: question.from, until: question.until, now: now)
    }

    private func view(_ answer: MissedAnswer, _ question: WhyQuestion, _ blind: BlindView, reason: String)
        -> Pages.Values
    {
        let counts = answer.counts
        let most = max(1, counts.map(\.count).max() ?? 0)
        let edges = question.edges(zone: zone)
        let isHours = edges.count > 1 && edges[1].milliseconds - edges[0].milliseconds == 3_600_000
        var values: Pages.Values = [
            "steps": answer.steps.map { ["count": $0.count, "name": $0.name, "isLast": $0.isLast] as Pages.Values },
            "isTold": !answer.tallies.isEmpty,
            "reasons": counts.map { entry -> Pages.Values in
                let guide = ReasonGuide.of(entry.reason)
                return [
                    "reason": entry.reason, "words": guide.words, "meaning": guide.meaning, "count": "\(entry.count)",
                    "bar": JSONLine.number(100 * Double(entry.count) / Double(most), digits: 1), "advice": guide.advice,
                    "settings": guide.settings(answer.limits), "path": question.path("because", entry.reason),
                    "isHere": entry.reason == question.reason,
                ]
            },
            "hasReasons": !counts.isEmpty,
            "rows": answer.rows.map { record in
                MissView(record: record, zone: zone, limits: answer.limits(of: record.camera)).row(query: reason)
            }, "isEmpty": answer.rows.isEmpty, "unit": isHours ? "hour" : "day",
            "blind": blind.values, "isBlind": !blind.totals.isEmpty, "onlyVehicles": question.onlyVehicles,
            "everything": question.path("kind", "all"),
            "vehicles": question.path("kind", nil), "plates": "/plates?" + platesFields(question).text,
        ]
        if answer.unlisted > 0 { values["unlisted"] = "\(answer.unlisted)" }
        if let reason = question.reason {
            values["chosen"] = ["words": ReasonGuide.of(reason).words, "path": question.path("because", nil)]
        }
        if let next = answer.next { values["next"] = question.path("after", next) }
        let bars = PlateBars(edges: edges, counts: answer.bars(edges))
        let step = max(1, (edges.count - 1) / 8)
        values["chart"] = bars.values(
            label: {
                isHours
                    ? String(zone.text($0).dropFirst(edges.count > 26 ? 5 : 11).prefix(edges.count > 26 ? 11 : 5))
                    : String(zone.text($0).dropFirst(5).prefix(5))
            },
            labelled: { $0 % step == 0 })
        return values
    }

    /// Asks for the plates of the same time: what was missed may be there, as another text.
    private func platesFields(_ question: WhyQuestion) -> Fields {
        var fields = Fields()
        fields.set("camera", values: question.cameras)
        fields.set("from", question.fields["from"] ?? zone.rfc3339(question.from))
        fields.set("to", question.fields["to"] ?? (question.until < .now ? zone.rfc3339(question.until) : nil))
        fields.set("reason", question.fields["reason"])
        return fields
    }

    /// Returns what was typed, for the form.
    ///
    /// - Parameter question: nil where something is wrong with it.
    private func form(_ typed: Fields, _ question: WhyQuestion?, cameras: [String]) -> Pages.Values {
        var values: Pages.Values = [
            "spans": HealthSpan.allCases.map { span -> Pages.Values in
                var fields = typed
                for name in ["from", "to", "after"] { fields.set(name, nil) }
                fields.set("span", span.rawValue)
                return ["name": span.name, "path": "/why?" + fields.text, "isHere": span == question?.span]
            },
            "from": typed["from"] ?? "", "to": typed["to"] ?? "",
            "cameras": CameraChoice(cameras: cameras, chosen: typed.values("camera")).values,
            "reasons": ReasonGuide.all.filter { !Self.noMiss.contains($0.reason) }.map {
                ["value": $0.reason, "name": $0.words, "isChosen": $0.reason == typed["because"]] as Pages.Values
            }, "kind": question?.onlyVehicles == false ? "all" : "",
            "span": HealthSpan(rawValue: typed["span"] ?? "") == nil ? "" : typed["span"] ?? "",
        ]
        values["reason"] = lookups.field(typed)
        return values
    }

    /// Reasons that no miss has: the vehicle was reported, or the place is covered by another.
    private static let noMiss: Set = ["overlap", "overlay", "outvoted", "reported", "cooldown"]

    // MARK: - One of them

    @Sendable private func miss(_ query: Query) async throws -> Response {
        var values = try await frame.values("Why", .why, query)
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("miss", values, .unprocessableContent)
        }
        let (record, reader) = try await missed(query)
        try lookups.record("why", [record.id], query)
        let limits =
            reader.tallies(
                from: WallTime(milliseconds: record.firstSeen.milliseconds - 3_600_000),
                until: WallTime(milliseconds: record.lastSeen.milliseconds + 3_600_000)
            ).last?.limits ?? [:]
        let state = try reader.crop(of: record).state
        values["miss"] = MissView(record: record, zone: zone, limits: limits).values(
            crop: state, query: query.link(""))
        return pages.response("miss", values)
    }

    @Sendable private func missedCrop(_ query: Query) async throws -> Response {
        let (record, reader) = try await missed(query)
        try lookups.demandReasonOfPicture(query)
        // Crops of a list belong to its look-up, which is recorded.
        if query.fields["small"] == nil { try lookups.record("picture", [record.id, "missed"], query) }
        let (state, bytes) = try reader.crop(of: record)
        guard let bytes else { throw RequestProblem(.notFound, "The picture is \(state.text).") }
        return .bytes(ByteBuffer(bytes: bytes), "image/jpeg")
    }

    /// Finds a miss by its identifier alone: no path comes from outside.
    private func missed(_ query: Query) async throws -> (MissRecord, MissedFolderReader) {
        let id = query.parts.first ?? ""
        let readers = readers(query.cameras(in: try await history.present()))
        if let found = MissedFolderReader.miss(id, in: readers, now: query.now) { return found }
        throw RequestProblem(
            .notFound,
            "No camera's ledger has anything with this identifier. What is older than its time is no longer there.")
    }

    private func readers(_ cameras: [String]) -> [MissedFolderReader] {
        cameras.compactMap { CameraID($0) }.map {
            MissedFolderReader(camera: $0.description, path: CameraPlaces($0, root).missed)
        }
    }

    // MARK: - For programs

    @Sendable private func apiMissed(_ query: Query) async throws -> Response {
        let question = try WhyQuestion(query, zone: zone)
        try lookups.demandReason(query)
        try lookups.record("why", question.words, query)
        let all = query.cameras(in: try await history.present())
        let answer = MissedAnswer(question, readers: readers(question.cameras.isEmpty ? all : question.cameras))
        var object = JSONObject()
        object.add("schema", "plated.why/1")
        object.add("from", question.from, in: zone)
        object.add("to", question.until, in: zone)
        // These are lines of the ledgers, as they stand there.
        object.add(
            "missed", json: JSONObject.list(answer.rows.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        object.add(
            "hours", json: JSONObject.list(answer.tallies.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
        object.add("next", answer.next)
        object.add("blind", json: try await blindness(question, now: query.now).json)
        return .json(object)
    }
}
