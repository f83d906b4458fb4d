import Basics
import Fleet
import Records
import Synchronization
import TestSupport
import Testing

/// How long is waited for a picture.
@Suite struct PictureAskerTests {
    /// A line without a broker, and a site that answers when the test says so.
    private final class Line: PictureLine {
        let arrivals: AsyncStream<FleetArrival>
        let changes = Bell()
        let (sessions, refusals, isConnected) = (1, 0, true)
        private let sent: AsyncStream<FleetArrival>.Continuation
        private let looks = Mutex<[PictureLook]>([])

        init() {
            (arrivals, sent) = AsyncStream.makeStream()
        }

        var asked: [PictureLook] { looks.withLock { $0 } }

        func begin() async {}
        func end() async { sent.finish() }
        func listen(to site: String) {}
        func say(_ receipt: PictureReceipt, to site: String) {}

        func ask(_ look: PictureLook, of site: String) -> Bool {
            looks.withLock { $0.append(look) }
            return true
        }

        func bring(_ bytes: [UInt8], from site: String) { sent.yield(FleetArrival(site: site, bytes: bytes)) }
    }

    @Test func `a page waits no longer for a picture that is just being kept`() async throws {
        let line = Line()
        var patience = PictureAsker.Patience()
        patience.piece = .seconds(3600)
        patience.keeping = .seconds(3600)
        patience.picture = .milliseconds(50)
        let asker = PictureAsker(["site"], line: line, share: SiteShare(), patience: patience, talk: Talk().logger)
        let running = Task { await asker.run() }
        line.bring(Array(PicturePolicy.always.offer.utf8), from: "site")
        while await asker.offer(of: "site") == nil { await Task.yield() }

        let file = PlateEvidence.File(path: "a.jpg", sha256: "\(Digest(of: [1, 2, 3]))", bytes: 3)
        let kept = Task { await asker.picture(file, of: "event", at: "site", isKept: true) }
        #expect(await eventually { line.asked.count == 1 })
        #expect(await asker.picture(file, of: "event", at: "site") == .failure(.slow))
        // It asked nothing of its own, and what is kept is waited for as before.
        #expect(line.asked.count == 1)
        let look = try #require(line.asked.first)
        line.bring(PicturePiece(number: look.number, .refused(.gone)).bytes, from: "site")
        #expect(await kept.value == .failure(.gone))
        running.cancel()
        await running.value
    }
}
