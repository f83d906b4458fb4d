import Basics
import Fleet
import Records
import Synchronization

/// A line of pictures without a broker, and sites that answer what the test says, or when it does.
final class ScriptedPictureLine: PictureLine {
    let arrivals: AsyncStream<FleetArrival>
    let changes = Bell()
    let (sessions, refusals, isConnected) = (1, 0, true)
    private let sent: AsyncStream<FleetArrival>.Continuation
    private let asks = Mutex<[(site: String, look: PictureLook)]>([])
    private let said = Mutex<[(digest: Digest, word: PictureReceipt.Word)]>([])
    private let pictures = Mutex<[Digest: [UInt8]]>([:])

    init() {
        (arrivals, sent) = AsyncStream.makeStream()
    }

    var looks: [(site: String, look: PictureLook)] { asks.withLock { $0 } }
    var asked: [PictureLook] { looks.map(\.look) }

    /// What the sites were told of a picture, one word after the other.
    func words(on digest: Digest) -> [PictureReceipt.Word] {
        said.withLock { $0.filter { $0.digest == digest }.map(\.word) }
    }

    func begin() async {}
    func end() async { sent.finish() }
    func listen(to site: String) {}

    func say(_ receipt: PictureReceipt, to site: String) {
        said.withLock { $0.append((receipt.digest, receipt.word)) }
    }

    func ask(_ look: PictureLook, of site: String) -> Bool {
        asks.withLock { $0.append((site, look)) }
        if let bytes = pictures.withLock({ $0[look.digest] }) {
            let piece = Array(bytes[look.offset...].prefix(PicturePiece.size))
            bring(PicturePiece(number: look.number, .bytes(piece, from: look.offset)).bytes, from: site)
        }
        return true
    }

    func bring(_ bytes: [UInt8], from site: String) { sent.yield(FleetArrival(site: site, bytes: bytes)) }

    /// Sites show this one from now on.
    func show(_ picture: [UInt8]) { pictures.withLock { $0[Digest(of: picture)] = picture } }
}
