import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fleet

/// What a centre keeps, and what it puts off or refuses.
@Suite struct PictureKeeperTests {
    private let folder: TemporaryFolder
    private let history: SQLiteHistory
    private let talk = Talk()
    private let ids = EventIDs()
    private let now: WallTime

    init() throws {
        folder = try TemporaryFolder()
        history = try SQLiteHistory(path: folder.file("history.sqlite"))
        now = try #require(WallTime(rfc3339: "2026-03-01T12:00:00Z"))
    }

    /// Bytes that have the shape of a JPEG.
    private func jpeg(_ count: Int) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0,
        ]
        return head + [UInt8](repeating: 7, count: count - head.count - 2) + [0xFF, 0xD9]
    }

    /// Events of the site, each with a picture of its own, whose records are at the centre.
    private func take(_ count: Int, bytes: Int, from first: WallTime) async throws -> [(id: String, bytes: [UInt8])] {
        var books = SiteBooks("site", kept: [:])
        var posted = PostedRecords(origin: "origin", after: 0)
        var batch = Batch()
        var pictures: [(id: String, bytes: [UInt8])] = []
        for number in 0..<count {
            let time = WallTime(milliseconds: first.milliseconds + Int64(number) * 60_000)
            let picture = jpeg(bytes + number)
            var event = PlateEvent(
                id: ids.next(at: time), time: time, camera: "gate", plate: "AB\(number)", plateRaw: "AB\(number)",
                confidence: 0.9, candidates: [PlateCandidate(plate: "AB\(number)", confidence: 1)],
                box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time,
                lastSeen: time, engine: "test", latencyMilliseconds: 5)
            event.evidence = PlateEvidence(
                time: time, box: event.box,
                crop: .init(path: "\(number).jpg", sha256: "\(Digest(of: picture))", bytes: picture.count))
            posted.add(PostedRecord(line: Array(event.line.dropLast())))
            pictures.append((event.id, picture))
        }
        _ = books.add(posted, to: &batch, packer: LinePacker(history.lineForm), now: now)
        _ = try await history.store(batch)
        return pictures
    }

    /// Keeps pictures for seven days.
    private func keeper(
        megabytes: Int = 1000, disk: @escaping @Sendable (String) -> PictureRoom.Disk? = { _ in nil },
        isClockTrusted: @escaping @Sendable () -> Bool = { true }
    ) -> PictureKeeper {
        PictureKeeper(
            history: history, folder: { [path = folder.path] in "\(path)/kept/\($0)" },
            limits: KeptPictures(path: folder.file("kept"), days: 7, megabytes: megabytes), talk: talk.logger,
            disk: disk, now: { [now] in now }, trusted: { [now] in isClockTrusted() ? now.trusted : nil })
    }

    private func word(
        on picture: (id: String, bytes: [UInt8]), _ keeper: PictureKeeper, from site: String = "site"
    ) async -> PictureKeeper.Word {
        await keeper.keep(picture.bytes, as: Digest(of: picture.bytes), of: picture.id, from: site)
    }

    private func bytesKept() throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder.file("kept")).filter { $0.hasSuffix(".jpg") }
            .reduce(0) { try $0 + Data(contentsOf: URL(fileURLWithPath: folder.file("kept/\($1)"))).count }
    }

    @Test func `a picture that is too old is refused and not asked for, though its record is here`() async throws {
        let day: Int64 = 86_400_000
        let news = try await take(2, bytes: 1000, from: WallTime(milliseconds: now.milliseconds - 7 * day - 30_000))
        let keeper = keeper()
        #expect(await word(on: news[0], keeper) == .refused)
        // The next one is half a minute younger than that.
        #expect(await word(on: news[1], keeper) == .kept)
        #expect(try bytesKept() == 1001)
    }

    @Test func `no picture is too old by a clock that cannot be trusted`() async throws {
        let news = try await take(2, bytes: 1000, from: WallTime(milliseconds: now.milliseconds - 30 * 86_400_000))
        let isTrusted = Atomic(false)
        let keeper = keeper(isClockTrusted: { isTrusted.load(ordering: .relaxed) })
        do {
            #expect(await word(on: news[0], keeper) == .kept)
            isTrusted.store(true, ordering: .relaxed)
            #expect(await word(on: news[1], keeper) == .refused)
        }
        #expect(try bytesKept() == 1000)
    }

    /// Of a small disk a gigabyte stays free, of a large one a twentieth.
    @Test(arguments: zip([8_000_000_000, 400_000_000_000], [1_000_000_000, 20_000_000_000]))
    func `pictures are put off while the disk is nearly full, which is told once, as is its end`(
        whole: Int, spare: Int
    ) async throws {
        let news = try await take(2, bytes: 1000, from: now)
        let free = Atomic(spare - 1)
        let keeper = keeper(disk: { _ in PictureRoom.Disk(free: free.load(ordering: .relaxed), whole: whole) })
        do {
            for news in news { #expect(await word(on: news, keeper) == .later) }
            free.store(spare, ordering: .relaxed)
            for news in news { #expect(await word(on: news, keeper) == .kept) }
        }
        #expect(try bytesKept() == 2001)
        let told = talk.all
        #expect(told.count { $0.contains("no picture of a site is kept") } == 1, "\(told)")
        #expect(told.count { $0.contains("there is room for pictures of sites again") } == 1, "\(told)")
    }

    @Test func `the oldest go once much has come, and not with the next hour`() async throws {
        let news = try await take(25, bytes: 60_000, from: WallTime(milliseconds: now.milliseconds - 3_600_000))
        let keeper = keeper(megabytes: 1)
        do {
            for news in news { #expect(await word(on: news, keeper) == .kept) }
        }
        let bytes = try bytesKept()
        // A tenth more than the limit may lie there until it is looked.
        #expect(bytes > 800_000 && bytes < 1_160_000, "\(bytes)")
        let digest = Digest(of: try #require(news.last).bytes)
        let last = "\(digest)"
        #expect(FileManager.default.fileExists(atPath: folder.file("kept/site/gate/\(last.prefix(2))/\(last).jpg")))
    }

    @Test func `the disk of a folder that is not there yet is that of the one above it`() throws {
        let disk = try #require(PictureRoom.disk(of: folder.file("no/such/folder")))
        #expect(disk.whole > 0 && disk.free <= disk.whole)
        #expect(disk.whole == PictureRoom.disk(of: folder.path)?.whole)
    }

    @Test func `what another site brings, or what its record does not tell of, is not kept`() async throws {
        let news = try await take(1, bytes: 1000, from: now)
        #expect(await word(on: news[0], keeper(), from: "sit") == .later)
        #expect(await word(on: (news[0].id, jpeg(999)), keeper()) == .refused)
        #expect(await word(on: news[0], keeper()) == .kept)
        #expect(await word(on: news[0], keeper()) == .kept)
        #expect(try bytesKept() == 1000)
    }
}
