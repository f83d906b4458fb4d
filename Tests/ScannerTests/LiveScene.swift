import ALPR
import Dispatch
import Glibc
import Live
import Logging
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

/// A scanner's live queue with frames that a test hands over, one a second of the test's own clock.
final class LiveScene {
    let folder: TemporaryFolder
    let address: UnixAddress
    let slot: LiveSlot
    private let encodings = Encodings()
    private let clock = TestClock()
    private let running = DispatchGroup()
    private var recogniser: Recogniser
    private var number = 0

    init(hidesPlates: Bool = false, showsPictures: Bool = true, connections: Int = 8, texts: [String] = ["AB12CD"])
        throws
    {
        folder = try TemporaryFolder()
        address = try UnixAddress(folder.file("gate.sock"))
        slot = try LiveSlot(at: clock.now.instant)
        var settings = Recogniser.Settings.everyFrame
        settings.lanes = [Lane(name: "in", area: RegionOfInterest(x: 0, y: 0, width: 0.5, height: 1))]
        settings.smoother.close = .seconds(5)
        recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
            engine: ScriptedEngine(texts), settings: settings)
        var offer = LiveOffer(address: address, showsPictures: showsPictures, hidesPlates: hidesPlates) {
            [encodings] picture in
            encodings.widths.withLock { $0.append(picture.width) }
            // More than a socket takes at once.
            return [UInt8](repeating: 7, count: 400_000)
        }
        offer.limits.connections = connections
        offer.limits.tick = .milliseconds(5)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        DispatchQueue(label: "live").async(group: running) { [offer, slot, clock] in
            do {
                var server = try LiveServer(offer, camera: "gate", slot: slot, log: log, now: { clock.now }) {
                    ScannerBeat(phase: .working, turns: true, showsPictures: offer.showsPictures)
                }
                server.run()
            } catch {
                Issue.record(error)
            }
        }
    }

    /// Widths of the pictures that were encoded.
    var encoded: [Int] { encodings.widths.withLock { $0 } }

    /// Ends the live queue. Who watches is let go.
    func stop() {
        slot.stop()
        running.wait()
    }

    /// One more frame is analysed.
    func analyse() throws {
        clock.advance(by: .seconds(1))
        number += 1
        let image = LumaImage(width: 640, height: 480, filledWith: UInt8(number))
        let frame = Frame(image: image, time: Timestamp(.milliseconds(200 * number)))
        let recognition = try recogniser.recognise(frame)
        slot.offer(at: clock.now.instant) {
            LiveFrame(frame, number: number, time: clock.now.wall, recogniser: recogniser, recognition: recognition)
        }
    }

    /// Time passes, and no frame comes.
    func pass(_ time: Duration) { clock.advance(by: time) }

    /// Waits until it is listened to.
    func watch(_ request: String = LiveRequest().line) throws -> LiveReader {
        var reader: LiveReader?
        eventually {
            reader = LiveReader(address)
            return reader != nil
        }
        let connected = try #require(reader)
        try connected.ask(request)
        return connected
    }
}

private final class Encodings: Sendable {
    let widths = Mutex<[Int]>([])
}

/// Somebody who watches, as a program does that reads a message after the other.
final class LiveReader {
    struct Ended: Error {}

    let descriptor: Int32

    /// Nil where nobody listens.
    init?(_ address: UnixAddress) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else { return nil }
        // A test that would hang fails.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    func ask(_ request: String) throws {
        let bytes = Array(request.utf8)
        let count = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        // Who is refused may be told, and let go, before it asks.
        guard count == bytes.count || errno == EPIPE else { throw Ended() }
    }

    deinit { close(descriptor) }

    /// Whether the other end has closed, whatever is still to be read.
    var hasEnded: Bool {
        var one = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&one, 1, 0) == 1 && one.revents & Int16(POLLHUP) != 0
    }

    func next() throws -> (head: String, picture: Int) {
        let lengths = try read(LiveMessage.prefix).map(Int.init)
        func length(_ bytes: ArraySlice<Int>) -> Int { bytes.reduce(0) { $0 << 8 | $1 } }
        let head = try read(length(lengths.prefix(4)))
        return (String(decoding: head, as: UTF8.self), try read(length(lengths.suffix(4))).count)
    }

    /// All that is sent, without the end of its last line.
    func line() throws -> String {
        var bytes: [UInt8] = []
        while let byte = try? read(1) { bytes += byte }
        guard bytes.popLast() == UInt8(ascii: "\n") else { throw Ended() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next that is a frame.
    func frame() throws -> (head: String, picture: Int) {
        while true {
            let message = try next()
            if message.head.contains(#""kind":"frame""#) { return message }
        }
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let more = bytes[filled...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard more > 0 else { throw Ended() }
            filled += more
        }
        return bytes
    }
}
