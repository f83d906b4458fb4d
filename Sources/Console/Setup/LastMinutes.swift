import Basics
import Live
import NIOCore
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The last minute of cameras whose page somebody has open, from their scanners' sockets: kept in memory, and let go of with the page.
/// No other session to the camera, and no password.
actor LastMinutes {
    typealias Instant = ContinuousClock.Instant

    /// Cameras at a time: each takes up to 64 MB.
    static let most = 2
    /// How long after a page was last heard of.
    private static let lease = Duration.seconds(20)
    private static let pause = Duration.seconds(1)
    /// All that are analysed, as they are: a scanner that looks less often sends fewer.
    private static let request = LiveRequest(width: LiveRequest.widths.upperBound, rate: 10)

    private struct Watch {
        var minute = LastMinute()
        var end: Instant
    }

    private let client: LiveClient
    private let now: @Sendable () -> Instant
    private let opened: AsyncStream<String>
    private let opening: AsyncStream<String>.Continuation
    private var watches: [String: Watch] = [:]

    init(client: LiveClient, now: @escaping @Sendable () -> Instant) {
        self.client = client
        self.now = now
        (opened, opening) = AsyncStream.makeStream(of: String.self)
    }

    /// Follows whatever page is open, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await camera in opened { group.addTask { await self.follow(camera) } }
        }
    }

    func isKept(_ camera: String) -> Bool { watches[camera] != nil }

    /// Somebody has the camera's page open. Where too many are open already, its pictures are not kept.
    func isOpen(_ camera: String) {
        let end = now() + Self.lease
        if watches[camera] != nil {
            watches[camera]?.end = end
        } else if watches.count < Self.most {
            watches[camera] = Watch(end: end)
            opening.yield(camera)
        }
    }

    /// What is kept of a camera, without what is too old by now.
    func minute(of camera: String, at time: WallTime) -> LastMinute {
        watches[camera]?.minute.forget(before: time)
        return watches[camera]?.minute ?? LastMinute()
    }

    private func follow(_ camera: String) async {
        while isWatched(camera) {
            // Why there are no pictures is told where they are shown.
            do { try await client.read(camera: camera, Self.request) { await self.take($0, of: camera) } } catch {}
            // Pictures of one run of its scanner: another may see with other settings.
            watches[camera]?.minute = LastMinute()
            do { try await Task.sleep(for: Self.pause) } catch { break }
        }
        watches[camera] = nil
    }

    private func isWatched(_ camera: String) -> Bool {
        if Task.isCancelled { return false }
        return watches[camera].map { now() < $0.end } ?? false
    }

    /// - Returns: whether somebody has the page open still.
    private func take(_ news: LiveNews, of camera: String) -> Bool {
        guard isWatched(camera) else { return false }
        guard case .frame(let head, let picture) = news, picture.readableBytes > 0, let time = Self.time(in: head)
        else {
            return true
        }
        // Copied: a slice would hold all of what the connection has read.
        watches[camera]?.minute.add(Array(picture.readableBytesView), at: time)
        return true
    }

    /// When the frame reached the scanner.
    private static func time(in head: ByteBuffer) -> WallTime? {
        struct Head: Decodable { var ts: String }
        do {
            return WallTime(rfc3339: try JSONDecoder().decode(Head.self, from: Data(head.readableBytesView)).ts)
        } catch {
            return nil
        }
    }
}
