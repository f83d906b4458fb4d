import Basics
import Foundation
import Glibc
import Live
import NIOCore
import NIOPosix
import Records
import Synchronization
import TestSupport
import Testing

@testable import Console

@Suite struct LiveTests {
    private static let head = Array(#"{"schema":"plated.live/1","kind":"frame","camera":"gate"}"#.utf8)

    @Test func `a message is taken when all of it is there`() throws {
        let bytes = LiveMessage(head: Self.head, picture: [1, 2, 3]).bytes
        var buffer = ByteBuffer()
        for byte in bytes.dropLast() {
            buffer.writeInteger(byte)
            #expect(try LiveDecoder.next(in: &buffer) == nil)
        }
        buffer.writeBytes(bytes.suffix(1))
        guard case .frame(let head, let picture)? = try LiveDecoder.next(in: &buffer) else {
            Issue.record("no frame")
            return
        }
        #expect(Array(head.readableBytesView) == Self.head && Array(picture.readableBytesView) == [1, 2, 3])
        #expect(buffer.readableBytes == 0)
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request", "\u{0}\u{0}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}x",
        "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
    ])
    func `what is no message of a scanner's is refused`(text: String) {
        var buffer = ByteBuffer(string: text)
        #expect(throws: Failure.self) { try LiveDecoder.next(in: &buffer) }
    }

    @Test func `who is slow gets the newest of each camera, and every row`() {
        let board = LiveBoard()
        for number in 0..<5 {
            for camera in ["gate", "yard"] {
                board.post(.frame(head: ByteBuffer(string: "\(camera) \(number)"), picture: ByteBuffer()), of: camera)
            }
            board.post(.html("row", "\(number)"))
        }
        #expect(!board.isCaughtUp)
        let parts = board.take()
        let kinds: [String] = parts.map(\.kind)
        #expect(kinds == ["row", "row", "row", "row", "row", "picture", "picture"])
        let heads: [String] = parts.suffix(2).map { part in part.head.map { String(buffer: $0) } ?? "" }
        #expect(heads == ["gate 4", "yard 4"])
        #expect(board.take().isEmpty && board.isCaughtUp)
    }

    @Test func `a part has its head, its length and its kind`() {
        let text = String(buffer: LivePart.html("row", "<li>ä</li>").bytes)
        #expect(
            text == "--plated-part\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 11\r\n"
                + "X-Plated-Part: row\r\n\r\n<li>ä</li>\r\n")
    }

    @Test(arguments: [(64, 320), (320, 320), (321, 640), (1500, 1920), (9999, 3840)])
    func `pictures have one of a few widths`(pixels: Int, width: Int) {
        #expect(LiveFeeds.width(for: pixels) == width)
    }

    @Test func `cameras with a socket are found, and nothing else`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "gate/none")
        try folder.write("no socket", to: "file/live.sock")
        for name in ["north", "key", "North"] { try folder.write("", to: "\(name)/none") }
        let scanners = try ["north", "key", "North"].map { try ScriptedScanner(folder.file("\($0)/live.sock")) }
        #expect(CameraPlaces.Root.folder(folder.path).running == ["north"])
        #expect(CameraPlaces.Root.folder(folder.file("nowhere")).running.isEmpty)
        withExtendedLifetime(scanners) {}
    }

    @Test(.timeLimit(.minutes(1)))
    func `two who watch share a connection, which ends with the last of them`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "gate/here")
        let scanner = try ScriptedScanner(
            folder.file("gate/live.sock"), LiveMessage(head: Self.head, picture: [7]).bytes)
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let feeds = LiveFeeds(
            client: LiveClient(root: .folder(folder.path), group: threads, patience: .hours(1)))
        let running = Task { await feeds.run() }
        let boards = [LiveBoard(), LiveBoard()]
        for board in boards {
            await feeds.join(board, camera: "gate", width: 640)
            for await _ in board.bell where board.take().contains(where: { $0.kind == "picture" }) { break }
        }
        #expect(scanner.connections == 1 && scanner.asked == "plated.live/1 width=640 rate=5\n")
        for board in boards { await feeds.leave(board) }
        #expect(await eventually { scanner.hasEnded })
        running.cancel()
        await running.value
    }

    @Test(.timeLimit(.minutes(1)))
    func `who comes back at once has one connection again`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "gate/here")
        let scanner = try ScriptedScanner(
            folder.file("gate/live.sock"), LiveMessage(head: Self.head, picture: [7]).bytes)
        let feeds = LiveFeeds(.folder(folder.path), group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        let running = Task { await feeds.run() }
        for turn in 1...2 {
            let board = LiveBoard()
            await feeds.join(board, camera: "gate", width: 640)
            for await _ in board.bell where board.take().contains(where: { $0.kind == "picture" }) { break }
            // The picture may be of the connection before: who comes back at once gets the newest that there is.
            #expect(await eventually { scanner.connections == turn })
            // One more would come a second after the one before ended; the scanner takes it once the other is gone.
            if turn == 2 { try await Task.sleep(for: .seconds(1.5)) }
            await feeds.leave(board)
            #expect(await eventually { scanner.hasEnded })
        }
        try await Task.sleep(for: .seconds(1))
        #expect(scanner.connections == 2)
        running.cancel()
        await running.value
    }

    @Test(.timeLimit(.minutes(1)))
    func `where no scanner is, that is said`() async throws {
        let folder = try TemporaryFolder()
        let feeds = LiveFeeds(.folder(folder.path), group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        let running = Task { await feeds.run() }
        let board = LiveBoard()
        await feeds.join(board, camera: "gate", width: 640)
        var said = ""
        for await _ in board.bell {
            said = board.take().map { String(buffer: $0.body) }.joined()
            break
        }
        #expect(said.contains(#""state":"away""#) && said.contains("the scanner is not running"), "\(said)")
        running.cancel()
        await running.value
    }
}
