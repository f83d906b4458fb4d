import Live
import NIOCore
import NIOPosix
import Records

/// The live pictures of all cameras: one connection a camera and width, whoever watches it, and none where nobody does.
actor LiveFeeds {
    /// Between two attempts at a scanner that is not there.
    private static let pause = Duration.seconds(1)
    /// What pictures are shown at: the few that screens need, so that a scanner encodes few.
    static let widths = [320, 640, 960, 1280, 1920, 3840]

    private struct Place: Hashable {
        let camera: String
        let width: Int
    }

    private struct Feed {
        var boards: [ObjectIdentifier: LiveBoard] = [:]
        var newest: LiveNews?
    }

    private let client: LiveClient
    /// Of cameras whose page somebody has open.
    nonisolated let minutes: LastMinutes
    private let opened: AsyncStream<Place>
    private let opening: AsyncStream<Place>.Continuation
    private var feeds: [Place: Feed] = [:]

    init(_ root: CameraPlaces.Root, group: any EventLoopGroup) {
        self.init(client: LiveClient(root: root, group: group))
    }

    init(client: LiveClient) {
        self.client = client
        minutes = LastMinutes(client: client, now: { .now })
        (opened, opening) = AsyncStream.makeStream(of: Place.self)
    }

    /// Follows whatever is watched, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.minutes.run() }
            for await place in opened { group.addTask { await self.follow(place) } }
        }
    }

    /// The width of those there are that is enough for so many pixels.
    static func width(for pixels: Int) -> Int { widths.first { $0 >= pixels } ?? widths[widths.count - 1] }

    /// The cameras whose scanners offer something.
    nonisolated var offered: [String] { client.root.running.map(\.description) }

    // MARK: - Who watches

    func join(_ board: LiveBoard, camera: String, width: Int) {
        let place = Place(camera: camera, width: width)
        if feeds[place] == nil {
            feeds[place] = Feed()
            opening.yield(place)
        }
        feeds[place]?.boards[ObjectIdentifier(board)] = board
        if let newest = feeds[place]?.newest { board.post(newest, of: camera) }
    }

    func leave(_ board: LiveBoard) {
        for place in feeds.keys { feeds[place]?.boards[ObjectIdentifier(board)] = nil }
    }

    // MARK: - One camera

    private func follow(_ place: Place) async {
        let request = LiveRequest(width: place.width)
        while isWatched(place) {
            do {
                let isEnd = try await client.read(camera: place.camera, request) { await self.post($0, of: place) }
                // Whoever watches again from here on has a new feed, which follows for itself.
                guard isWatched(place) else { return }
                if !isEnd { continue }
                _ = post(.away("The scanner has ended."), of: place)
            } catch {
                _ = post(.away(LiveClient.sentence(error)), of: place)
            }
            do { try await Task.sleep(for: Self.pause) } catch { break }
        }
    }

    /// Whether it goes on; else the feed is over.
    private func isWatched(_ place: Place) -> Bool {
        if Task.isCancelled || feeds[place]?.boards.isEmpty != false {
            feeds[place] = nil
            return false
        }
        return true
    }

    /// - Returns: whether somebody watches still.
    private func post(_ news: LiveNews, of place: Place) -> Bool {
        guard let feed = feeds[place], !feed.boards.isEmpty else { return false }
        feeds[place]?.newest = news
        for board in feed.boards.values { board.post(news, of: place.camera) }
        return true
    }
}
