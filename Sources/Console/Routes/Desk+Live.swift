import Answers
import HTTPTypes
import History
import Hummingbird
import Live
import NIOCore
import Records

/// What the cameras see now.
extension Desk {
    /// How long a picture is waited for: two of a camera that shows one a second.
    private static let patience = Duration.seconds(4)

    /// The newest picture of one camera, with what was found in it in its head.
    @Sendable func livePicture(_ query: Query) async throws -> Response {
        let camera = query.parts.first ?? ""
        guard CameraName.fits(camera), query.maySee(camera) else { throw RequestProblem.notFound }
        // A page has asked for the reason already; a picture that is opened by itself is to have one, too.
        if lacksReason(query), query.request.headers[.secFetchDest] != "image" { throw Self.reasonless }
        let width = try Self.width(query, usual: 960)
        try record("picture", ["live", camera], query)
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

    /// Pixels, from what was asked for.
    static func width(_ query: Query, usual: Int) throws -> Int {
        guard let text = query.fields["width"] else { return LiveFeeds.width(for: usual) }
        guard let width = Int(text), LiveRequest.widths.contains(width) else {
            throw RequestProblem(
                .unprocessableContent,
                "width is a whole number from \(LiveRequest.widths.lowerBound) to \(LiveRequest.widths.upperBound).")
        }
        return LiveFeeds.width(for: width)
    }

    /// The first picture, or why there is none; `waiting` where the scanner is there and shows none in time.
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
