import Foundation
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fleet

/// What a centre keeps, and what it puts off or refuses, without a broker.
@Suite struct PictureKeeperTests {
    private let folder: TemporaryFolder
    private let history: SQLiteHistory
    private let line = ScriptedPictureLine()
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
    private func take(_ count: Int, bytes: Int, from first: WallTime) async throws -> [PictureNews] {
        var books = SiteBooks(SiteSettings(name: "site"), kept: [:])
        var batch = Batch()
        var (records, news): ([FleetRecord], [PictureNews]) = ([], [])
        for number in 0..<count {
            let time = WallTime(milliseconds: first.milliseconds + Int64(number) * 60_000)
            let picture = jpeg(bytes + number)
            line.show(picture)
            let digest = Digest(of: picture)
            var event = PlateEvent(
                id: ids.next(at: time), time: time, camera: "gate", plate: "AB\(number)", plateRaw: "AB\(number)",
                confidence: 0.9, candidates: [PlateCandidate(plate: "AB\(number)", confidence: 1)],
                box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time,
                lastSeen: time, engine: "test", latencyMilliseconds: 5)
            event.evidence = PlateEvidence(
                time: time, box: event.box,
                crop: .init(path: "\(number).jpg", sha256: "\(digest)", bytes: picture.count))
            records.append(FleetRecord(seq: Int64(number + 1), line: Array(event.line.dropLast())))
            news.append(PictureNews(event: event.id, digest: digest))
        }
        _ = books.add(records, of: "origin", to: &batch, packer: LinePacker(history.lineForm), now: now)
        _ = try await history.store(batch)
        return news
    }

    /// A centre that keeps pictures for seven days, until the body is done.
    private func withCentre(
        megabytes: Int = 1000, disk: @escaping @Sendable (String) -> PictureRoom.Disk? = { _ in nil },
        isClockTrusted: @escaping @Sendable () -> Bool = { true },
        _ body: () async throws -> Void
    ) async throws {
        let keeper = PictureKeeper(
            history: history, folder: { [path = folder.path] in "\(path)/kept/\($0)" },
            limits: KeptPictures(path: folder.file("kept"), days: 7, megabytes: megabytes), talk: talk.logger,
            disk: disk, now: { [now] in now }, isClockTrusted: isClockTrusted)
        let share = SiteShare()
        share.sites = ["site"]
        var patience = PictureAsker.Patience()
        patience.attempts = 1000
        let asker = PictureAsker(
            ["site"], line: line, share: share, keeper: keeper, patience: patience, talk: talk.logger)
        let running = Task { await asker.run() }
        defer { running.cancel() }
        try await body()
    }

    /// The site tells of a picture.
    ///
    /// - Returns: what the centre says.
    private func word(on news: PictureNews) async -> PictureReceipt.Word? {
        let before = line.words(on: news.digest).count
        line.bring(Array(news.text.utf8), from: "site")
        guard await eventually({ line.words(on: news.digest).count > before }) else { return nil }
        return line.words(on: news.digest).last
    }

    private func bytesKept() throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: folder.file("kept")).filter { $0.hasSuffix(".jpg") }
            .reduce(0) { try $0 + Data(contentsOf: URL(fileURLWithPath: folder.file("kept/\($1)"))).count }
    }

    @Test func `a picture that is too old is refused and not asked for, though its record is here`() async throws {
        let day: Int64 = 86_400_000
        let news = try await take(2, bytes: 1000, from: WallTime(milliseconds: now.milliseconds - 7 * day - 30_000))
        try await withCentre {
            #expect(await word(on: news[0]) == .refused)
            #expect(line.asked.isEmpty)
            // The next one is half a minute younger than that.
            #expect(await word(on: news[1]) == .kept)
        }
        #expect(try bytesKept() == 1001)
    }

    @Test func `no picture is too old by a clock that cannot be trusted`() async throws {
        let news = try await take(2, bytes: 1000, from: WallTime(milliseconds: now.milliseconds - 30 * 86_400_000))
        let isTrusted = Atomic(false)
        try await withCentre(isClockTrusted: { isTrusted.load(ordering: .relaxed) }) {
            #expect(await word(on: news[0]) == .kept)
            isTrusted.store(true, ordering: .relaxed)
            #expect(await word(on: news[1]) == .refused)
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
        try await withCentre(disk: { _ in PictureRoom.Disk(free: free.load(ordering: .relaxed), whole: whole) }) {
            for news in news { #expect(await word(on: news) == .later) }
            #expect(line.asked.isEmpty)
            free.store(spare, ordering: .relaxed)
            for news in news { #expect(await word(on: news) == .kept) }
        }
        #expect(try bytesKept() == 2001)
        let told = talk.all
        #expect(told.count { $0.contains("no picture of a site is kept") } == 1, "\(told)")
        #expect(told.count { $0.contains("there is room for pictures of sites again") } == 1, "\(told)")
    }

    @Test func `the oldest go once much has come, and not with the next hour`() async throws {
        let news = try await take(25, bytes: 60_000, from: WallTime(milliseconds: now.milliseconds - 3_600_000))
        try await withCentre(megabytes: 1) {
            for news in news { #expect(await word(on: news) == .kept) }
        }
        let bytes = try bytesKept()
        // A tenth more than the limit may lie there until it is looked.
        #expect(bytes > 800_000 && bytes < 1_160_000, "\(bytes)")
        let digest = try #require(news.last).digest
        let last = "\(digest)"
        #expect(FileManager.default.fileExists(atPath: folder.file("kept/site/gate/\(last.prefix(2))/\(last).jpg")))
    }

    @Test func `the disk of a folder that is not there yet is that of the one above it`() throws {
        let disk = try #require(PictureRoom.disk(of: folder.file("no/such/folder")))
        #expect(disk.whole > 0 && disk.free <= disk.whole)
        #expect(disk.whole == PictureRoom.disk(of: folder.path)?.whole)
    }
}
