import Basics
import Fleet
import Synchronization

/// A line of pictures at a site without a broker, over which a test asks.
final class ScriptedLookLine: LookLine {
    let arrivals: AsyncStream<FleetArrival>
    let changes = Bell()
    let (sessions, refusals, isConnected) = (1, 0, true)
    private let sent: AsyncStream<FleetArrival>.Continuation
    private let pieces = Mutex<[PicturePiece]>([])

    init() {
        (arrivals, sent) = AsyncStream.makeStream()
    }

    /// What was answered, one piece after the other.
    var handed: [PicturePiece] { pieces.withLock { $0 } }

    func begin() async {}
    func end() async { sent.finish() }
    func listen() {}
    func say(_ policy: PicturePolicy?) {}
    func tell(_ news: PictureNews) {}
    func hand(_ piece: PicturePiece) { pieces.withLock { $0.append(piece) } }

    func ask(_ look: PictureLook) { sent.yield(FleetArrival(site: "site", bytes: Array(look.text.utf8))) }
}
