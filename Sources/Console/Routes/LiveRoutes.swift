import Addresses
import Answers
import HTTPTypes
import History
import Hummingbird
import Live
import NIOCore
import Records

/// Answers about what the cameras see now, with the latest plates beside it.
struct LiveRoutes: Sendable {
    let history: any History
    let accounts: AccountFile
    let pages: Pages
    let frame: PageFrame
    let live: LiveFeeds
    let rows: PlateRows
    let lookups: Lookups
    let zone: LocalZone

    var routes: [Route] {
        [
            Route(.get, "/", .ofCameras(.viewer), home),
            Route(.get, "/live", .ofCameras(.operator), livePage),
            Route(.get, "/api/live", .ofCameras(.operator), liveStream),
            Route(.get, "/api/cameras/*/picture.jpg", .ofCameras(.operator), livePicture),
        ]
    }

    /// Leads to the page that somebody begins with. Where there is nothing to see yet, an admin begins with a camera.
    @Sendable private func home(_ query: Query) async throws -> Response {
        guard query.role >= .operator else { return .seeOther("/health") }
        let isNew = query.cameras(in: try await history.present()).isEmpty && live.offered.isEmpty
        return .seeOther(isNew && query.role >= .admin && query.seenCameras.isEmpty ? "/cameras" : "/live")
    }

    // MARK: - The page

    private static let latest = 12

    @Sendable private func livePage(_ query: Query) async throws -> Response {
        let present = try await history.present()
        var values = frame.values("Live", .live, query, present)
        let (asked, isOfAll) = try shownCameras(query, present)
        let ways = isOfAll ? try CameraPages(asked, query.fields) : nil
        let cameras = ways?.shown ?? asked
        let isAll = isOfAll && cameras.count == asked.count
        values["isReasonAsked"] = lookups.areRecorded
        values["cameraList"] = query.fields["cameras"] ?? ""
        if lookups.lacksReason(query) {
            values["needsReason"] = true
            return pages.response("live", values)
        }
        try lookups.record("live", cameras, query)
        async let newestPlates = history.newestPlates(of: cameras)
        let latest = try await latestRows(of: cameras, isAll: isAll, query)
        let newest = try await newestPlates
        values["banner"] = blind(cameras, present, now: query.now)
        values["rows"] = latest.map(\.values)
        values["isEmpty"] = latest.isEmpty
        values["newest"] = "\(present.last)"
        // A stream without names is of all cameras. That is right where there is none yet, and wrong where none has the name that was asked for.
        let hasStream = !cameras.isEmpty || asked.isEmpty
        values["stream"] = hasStream ? streamPath(cameras, known: isOfAll ? asked.count : nil, query) : ""
        values["isLarge"] = cameras.count == 1
        values["isPart"] = !isOfAll && cameras.count > 1
        values["wall"] = query.link("/live")
        values["hasCameras"] = !asked.isEmpty
        values["isNothing"] = !asked.isEmpty && cameras.isEmpty
        var kept = Fields()
        kept.set("reason", query.fields["reason"])
        values["cameraPages"] = ways?.values("/live", kept)
        values["cameras"] = cameras.map { camera -> Pages.Values in
            let name = camera.percentEncoded
            var values: Pages.Values = [
                "name": camera, "path": query.link("/live", ["cameras": camera]),
                "picture": query.link(
                    "/api/cameras/\(name)/picture.jpg", ["width": cameras.count == 1 ? "1280" : "640"]),
            ]
            if let last = newest[camera] { values["last"] = GapView.short(last, now: query.now, zone: zone) }
            return values
        }
        return pages.response("live", values)
    }

    /// Returns the cameras that are asked for, and whether these are all there are for whoever asks.
    private func shownCameras(_ query: Query, _ present: Present) throws -> (names: [String], isAll: Bool) {
        let known = knownCameras(query, present)
        guard let text = query.fields["cameras"] else { return (known.sorted(), true) }
        let names = text.split(separator: ",").map(String.init)
        let strange = names.isEmpty ? text : names.first { !known.contains($0) }
        guard let strange else { return (names, false) }
        throw RequestProblem(
            .notFound, CameraRef(strange) != nil ? "There is no camera \(strange)." : "There is no such camera.")
    }

    /// Returns the cameras for whoever asks that have logged something, or whose scanners offer a picture, without those that were taken away.
    private func knownCameras(_ query: Query, _ present: Present) -> Set<String> {
        Set(query.cameras(in: present)).union(live.offered.filter(query.maySee))
            .filter { present.standing(of: $0)?.state != .removed }
    }

    private func latestRows(of cameras: [String], isAll: Bool, _ query: Query) async throws -> [RowView] {
        guard let question = try latestQuestion(of: cameras, isAll: isAll, query) else { return [] }
        let records = try await history.search(question.search, after: nil, limit: Self.latest).records
        return try await rows.of(records, question, now: query.now)
    }

    /// Returns the question for these cameras' plates; nil where there are none, since a question that names none is of all.
    private func latestQuestion(of cameras: [String], isAll: Bool, _ query: Query) throws -> PlateQuestion? {
        let isUnbound = isAll && query.seenCameras.isEmpty
        guard isUnbound || !cameras.isEmpty else { return nil }
        let fields = Fields(isUnbound ? [] : cameras.map { Fields.Field(name: "camera", value: $0) })
        return try PlateQuestion(fields, now: query.now, zone: zone)
    }

    /// Returns which of these cameras cannot see now, and since when.
    private func blind(_ cameras: [String], _ present: Present, now: WallTime) -> Pages.Values {
        let shown = Set(cameras)
        return BlindBanner(gaps: present.gaps.filter { shown.contains($0.camera) }, now: now, zone: zone).values
    }

    /// - Parameter known: how many cameras the page shows, on all its parts; nil where some were chosen.
    private func streamPath(_ cameras: [String], known: Int?, _ query: Query) -> String {
        let known = known.map { "\($0)" } ?? ""
        return query.link("/api/live", ["cameras": cameras.joined(separator: ","), "known": known])
    }

    // MARK: - The one answer that a page is fed by: pictures, states of cameras, new plates and gaps, each as a part

    /// How long the stream waits before it looks for new records again.
    private static let pause = Duration.milliseconds(700)
    /// After so many looks it looks for gaps, too; after so many it says something, and checks that the session goes on.
    private static let gapLooks = 3
    private static let beatLooks = 8

    @Sendable private func liveStream(_ query: Query) async throws -> Response {
        let present = try await history.present()
        let (cameras, isAll) = try shownCameras(query, present)
        try lookups.demandReason(query)
        let width = try Self.width(query, usual: 640)
        let question = try latestQuestion(of: cameras, isAll: isAll, query)
        try lookups.record("watch", ["live"] + cameras, query)
        let begin = NewsPlace(after: query.fields["since"], newest: present.last)
        return Response(
            status: .ok, headers: [.contentType: LivePart.type],
            body: ResponseBody { writer in
                let board = LiveBoard()
                for camera in cameras { await live.join(board, camera: camera, width: width) }
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await tend(board, cameras, question, from: begin, query) }
                        for await _ in board.bell {
                            for part in board.take() { try await writer.write(part.bytes) }
                        }
                        group.cancelAll()
                    }
                } catch {
                    await live.leave(board)
                    throw error
                }
                await live.leave(board)
                try await writer.finish(nil)
            })
    }

    /// Posts everything but pictures, until whoever watches may no longer.
    private func tend(
        _ board: LiveBoard, _ cameras: [String], _ question: PlateQuestion?, from begin: NewsPlace, _ query: Query
    ) async throws {
        defer { board.end() }
        let known = query.fields["known"].flatMap { Int($0) } ?? .max
        var (seq, looks, banner, blindCount) = (begin.seq, 0, "", -1)
        if begin.isBehind, question != nil { board.post(.behind) }
        while true {
            // Rows wait until those before them are taken: none is missed.
            if let question, board.isCaughtUp {
                let records = try await history.records(after: seq, limit: 100)
                if let newest = records.last?.seq { seq = newest }
                for row in try await rows.new(in: records, question, now: .now) {
                    board.post(.html("row", pages.text("row", row.values)))
                }
            }
            if looks % Self.gapLooks == 0 {
                let present = try await history.present()
                let now = pages.text("banner", blind(cameras, present, now: .now))
                if now != banner { board.post(.html("banner", now)) }
                banner = now
                let count = query.blindCameras(in: present)
                if count != blindCount { board.post(.blind(count)) }
                blindCount = count
                if knownCameras(query, present).count > known { board.post(.more) }
            }
            if looks % Self.beatLooks == 0 {
                guard let session = query.session, try accounts.holds(session, at: .now) else { return }
                board.post(.beat(at: seq))
            }
            looks += 1
            try await Task.sleep(for: Self.pause)
        }
    }

    // MARK: - One picture

    /// How long to wait for a picture: some cameras show one a second.
    private static let patience = Duration.seconds(4)

    /// Returns the newest picture of one camera; a header says what was found in it.
    @Sendable private func livePicture(_ query: Query) async throws -> Response {
        let camera = query.parts.first ?? ""
        guard CameraID(camera) != nil, query.maySee(camera) else { throw RequestProblem.notFound }
        try lookups.demandReasonOfPicture(query)
        let width = try Self.width(query, usual: 960)
        try lookups.record("picture", ["live", camera], query)
        let board = LiveBoard()
        await live.join(board, camera: camera, width: width)
        let news = await Self.first(on: board, within: Self.patience)
        await live.leave(board)
        switch news {
        case .frame(let head, let picture) where picture.readableBytes > 0:
            var response = Response.bytes(picture, "image/jpeg")
            if let name = HTTPField.Name("X-Plated-Frame") { response.headers[name] = String(buffer: head) }
            return response
        case .frame:
            throw RequestProblem(.notFound, "This camera keeps its pictures to itself (privacy: pseudonym).")
        case .away(let reason): throw RequestProblem(.notFound, reason)
        case .waiting, nil:
            throw RequestProblem(
                .serviceUnavailable, "The scanner runs, and its camera sends no picture now.", retryAfter: 5)
        }
    }

    /// Returns the width in pixels that was asked for.
    private static func width(_ query: Query, usual: Int) throws -> Int {
        guard let text = query.fields["width"] else { return LiveFeeds.width(for: usual) }
        guard let width = Int(text), LiveRequest.widths.contains(width) else {
            throw RequestProblem(
                .unprocessableContent,
                "width is a whole number from \(LiveRequest.widths.lowerBound) to \(LiveRequest.widths.upperBound).")
        }
        return LiveFeeds.width(for: width)
    }

    /// Returns the first picture, or why there is none; `waiting` where the scanner is there and shows none in time.
    private static func first(on board: LiveBoard, within limit: Duration) async -> LiveNews? {
        await withTaskGroup(of: LiveNews?.self) { group in
            group.addTask {
                for await _ in board.bell {
                    for news in board.takeNews() {
                        if case .waiting = news { continue }
                        return news
                    }
                }
                return nil
            }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch { return nil }
                return .waiting
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
