import HTTPTypes
import History
import Hummingbird
import Records

/// The one answer that a page of live pictures is fed by: pictures, states of cameras, new plates and gaps, each as a part.
extension Desk {
    /// How long until it is looked for new records again.
    private static let pause = Duration.milliseconds(700)
    /// Every so many looks gaps are looked for; something is said; whoever watches has to have a session still.
    private static let gapLooks = 3
    private static let beatLooks = 8

    @Sendable func liveStream(_ query: Query) async throws -> Response {
        let present = try await history.present()
        let (cameras, isAll) = try shownCameras(query, present)
        if lacksReason(query) { throw Self.reasonless }
        let width = try Self.width(query, usual: 640)
        let question = try latestQuestion(of: cameras, isAll: isAll, query)
        try record("watch", ["live"] + cameras, query)
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
                for row in try await newRows(in: records, question, now: .now) {
                    board.post(.html("row", pages.text("row", row.values)))
                }
            }
            if looks % Self.gapLooks == 0 {
                let present = try await history.present()
                let now = pages.text("banner", blind(cameras, present, now: .now))
                if now != banner { board.post(.html("banner", now)) }
                banner = now
                let count = blindCameras(query, present)
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
}
