import Fleet
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// What a site writes down of those who ask for its pictures, however they ask.
@Suite struct RecordedLooksTests {
    private static let picture = PictureScene.jpeg(300_000)

    private let fleet: CentreScene
    private let pictures: PictureScene
    private let line = ScriptedLookLine()
    private let site: any History

    init() throws {
        fleet = try CentreScene()
        pictures = PictureScene(fleet)
        site = try fleet.scene.history()
    }

    private func withGiver(
        record: @escaping @Sendable (String) throws -> Void, _ body: () async throws -> Void
    ) async throws {
        let giver = PictureGiver(
            .asked, line: line, history: site, cameras: [], folder: fleet.scene.surroundings.folder,
            talk: fleet.scene.talk.logger, stopwatch: { [clock = fleet.scene.clock] in clock.now.instant },
            record: record)
        try await CentreScene.running({ await giver.run() }, while: body)
    }

    private func look(_ number: String, _ event: (id: String, file: PlateEvidence.File), from offset: Int) throws
        -> PictureLook
    {
        PictureLook(number: number, event: event.id, digest: try #require(Digest(event.file.sha256)), offset: offset)
    }

    /// What is answered.
    private func answer(to look: PictureLook) async throws -> PicturePiece.Content {
        let count = line.handed.count
        line.ask(look)
        try #require(await eventually { line.handed.count > count })
        let piece = line.handed[count]
        #expect(piece.number == look.number)
        return piece.content
    }

    private static func piece(from offset: Int) -> PicturePiece.Content {
        .bytes(Array(picture[offset...].prefix(PicturePiece.size)), from: offset)
    }

    @Test func `whoever begins behind the first byte is recorded, once a question`() async throws {
        let event = try await pictures.event(1, Self.picture, at: site)
        let looks = Mutex<[String]>([])
        try await withGiver(record: { id in looks.withLock { $0.append(id) } }) {
            for offset in [1, 1 + PicturePiece.size, 1] {
                let content = try await answer(to: look("a1", event, from: offset))
                #expect(content == Self.piece(from: offset))
                #expect(looks.withLock { $0 } == [event.id])
            }
            let size = PicturePiece.size
            let content = try await answer(to: look("a2", event, from: size))
            #expect(content == Self.piece(from: size))
            #expect(looks.withLock { $0 } == [event.id, event.id])
        }
    }

    @Test func `two pictures whose pieces come in turn are recorded once each, also where a piece is asked for again`()
        async throws
    {
        let one = try await pictures.event(1, Self.picture, at: site)
        let two = try await pictures.event(2, PictureScene.jpeg(300_001), at: site)
        let looks = Mutex<[String]>([])
        try await withGiver(record: { id in looks.withLock { $0.append(id) } }) {
            for offset in [0, 0, PicturePiece.size, 2 * PicturePiece.size] {
                for (number, event) in [("a1", one), ("b1", two)] {
                    guard case .bytes = try await answer(to: look(number, event, from: offset)) else {
                        Issue.record("there is no piece from \(offset) on")
                        return
                    }
                }
            }
            #expect(looks.withLock { $0 } == [one.id, two.id])
            // Another picture by the same number is another look.
            _ = try await answer(to: look("a1", two, from: 1))
            #expect(looks.withLock { $0 } == [one.id, two.id, two.id])
        }
    }

    @Test func `a number that comes again when its question must be over is recorded again`() async throws {
        let event = try await pictures.event(1, Self.picture, at: site)
        let looks = Mutex<[String]>([])
        try await withGiver(record: { id in looks.withLock { $0.append(id) } }) {
            for count in 1...3 {
                for offset in [0, PicturePiece.size] { _ = try await answer(to: look("a1", event, from: offset)) }
                #expect(looks.withLock { $0.count } == count)
                fleet.scene.clock.advance(by: .seconds(301))
            }
        }
    }

    @Test func `what cannot be recorded is not shown, wherever one begins`() async throws {
        struct Full: Error {}
        let event = try await pictures.event(1, Self.picture, at: site)
        let isFull = Mutex(true)
        let looks = Mutex<[String]>([])
        try await withGiver(record: { id in
            if isFull.withLock({ $0 }) { throw Full() }
            looks.withLock { $0.append(id) }
        }) {
            for offset in [1, 0, PicturePiece.size] {
                let content = try await answer(to: look("a1", event, from: offset))
                #expect(content == .refused(.unreadable))
            }
            isFull.withLock { $0 = false }
            let content = try await answer(to: look("a1", event, from: 1))
            #expect(content == Self.piece(from: 1))
            #expect(looks.withLock { $0 } == [event.id])
        }
    }
}
