import Foundation
import GRDB
import Records
import TestSupport
import Testing

@testable import History

@Suite struct ForgettingTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    /// Plates without an order, so that pages of the trees are split in their middle.
    private static func plate(_ number: Int) -> String {
        let mixed = (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 24
        return String("P" + String(mixed, radix: 36).uppercased().prefix(8))
    }

    /// Whether bytes stand anywhere in the files, free pages included.
    private func isAnywhere(_ bytes: [UInt8]) throws -> Bool {
        let files = [scene.path, scene.path + "-wal"].filter { FileManager.default.fileExists(atPath: $0) }
        return try files.contains { try Data(contentsOf: URL(filePath: $0)).range(of: Data(bytes)) != nil }
    }

    private static let secrets = ["SECRET1", "VERYLONGSECRET23"]

    @Test(arguments: HistoryEnd.all, secrets)
    func `a plate that was forgotten stands nowhere in the files`(end: HistoryEnd, secret: String) async throws {
        scene.end = end
        let torn = TornLine(
            id: HistoryScene.id(900_000), time: HistoryScene.noon, camera: "gate",
            fragment: Array(#"{"schema":"plated.event/1","plate":"\#(secret)","#.utf8))
        var packed: [[UInt8]] = []
        for number in 0..<4000 {
            var event = HistoryScene.event(Self.plate(number), number)
            if number % 400 == 7 { event = HistoryScene.event(secret, number, lost: ["X" + secret]) }
            if number % 400 == 9 { event.candidates.append(PlateCandidate(plate: secret, confidence: 0.1)) }
            if number % 400 == 11 { event.plateRaw = secret }
            if event.line.contains(Array(secret.utf8)) {
                packed.append(LinePacker().pack(Array(event.line.dropLast())))
            }
            try scene.append(event)
        }
        try scene.append(String(decoding: torn.line, as: UTF8.self))
        let history = try await scene.filled()
        #expect(packed.count == 30)
        // A server's files are its own, and are written over in its own time.
        let isFile = end == .sqlite
        if isFile {
            #expect(try isAnywhere(Array(secret.utf8)))
            for line in packed { #expect(try isAnywhere(line)) }
        }

        let forgotten = try await history.forget(secret.lowercased())
        #expect(forgotten.records == 11 && forgotten.votes == 20 && forgotten.unemptied == nil)
        #expect(try isAnywhere(Array(secret.utf8)) == false)
        for line in packed { #expect(try isAnywhere(line) == false) }
        for record in try await history.everything() { #expect(!record.line.contains(Array(secret.utf8))) }
        for way in Search.Way.allCases { #expect(try await history.plates(way, secret) == []) }
        // The others are as they were.
        #expect(try await history.everything().count == 4001)
        #expect(try await history.plates(.exact, Self.plate(9)) == [Self.plate(9)])
        #expect(try await history.plates(.candidate, Self.plate(9)) == [])
        #expect(try await history.status().events == 3990)
        #expect(try await history.forget(secret).records == 0)
    }

    /// Looks at AB12CDE, in some of which another plate was read.
    private static func looked(_ number: Int) -> PlateEvent {
        var event = HistoryScene.event("AB12CDE", number, lost: ["SECRET1"], raw: "SECRET1")
        let texts: [String?] = ["AB12CDE", "SECRET1", nil, "SEC-RET1"]
        event.votes = texts.enumerated().map { place, text in
            PlateLook(offset: place * 100, plate: text, confidence: 0.9, weight: 0.5, textHeight: 20)
        }
        return event
    }

    /// Of twelve looks there may be more texts than candidates.
    @Test(arguments: HistoryEnd.all)
    func `a text that was read in a single look is found, and forgotten`(end: HistoryEnd) async throws {
        scene.end = end
        var event = HistoryScene.event("AB12CDE", 1)
        event.votes = [
            PlateLook(offset: 0, plate: "AB12CDE", confidence: 0.9, weight: 0.5, textHeight: 20),
            PlateLook(offset: 100, plate: "SECRET1", confidence: 0.9, weight: 0.5, textHeight: 20),
        ]
        try scene.append(event)
        let history = try await scene.filled()
        #expect(try await history.plates(.candidate, "SECRET1") == ["AB12CDE"])
        #expect(try await history.forget("SECRET1").votes == 1)
        #expect(try await history.everything().allSatisfy { !$0.line.contains(Array("SECRET1".utf8)) })
        #expect(try await history.plates() == ["AB12CDE"])
    }

    @Test(arguments: HistoryEnd.all)
    func `another plate's event stays where it was only voted for, and its line is known in the log`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        var later = Self.looked(2)
        later.unknown = [
            UnknownField(
                name: Array("\"later\"".utf8), value: Array("\"SECRET1\"".utf8), predecessor: "latency_ms")
        ]
        let whole = Self.looked(1)
        try scene.append(whole, later)
        let history = try await scene.filled()
        let forgotten = try await history.forget("SECRET1")
        // Where a field that nobody knows has it, the whole record goes.
        #expect(forgotten.votes == 1 && forgotten.records == 1)
        #expect(try await history.plates() == ["AB12CDE"])
        let stored = try #require(try await history.everything().first)
        guard case .plate(let left) = stored.record else {
            Issue.record("\(stored)")
            return
        }
        #expect(left.votes?.map(\.plate) == ["AB12CDE", nil] && left.candidates.map(\.plate) == ["AB12CDE"])
        #expect(!String(decoding: stored.line, as: UTF8.self).contains("SEC"))
        #expect(try left.original(inLog: scene.folder.file("gate.ndjson")) == Array(whole.line.dropLast()))
    }

    @Test(arguments: HistoryEnd.all)
    func `a record that was forgotten stays so when its log is read again`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("SECRET1", 1), HistoryScene.event("AB12CDE", 2))
        let history = try await scene.filled()
        _ = try await history.forget("SECRET1")
        try scene.move("gate.ndjson", "copy.ndjson")
        let again = try await scene.filled("copy")
        #expect(try await again.plates() == ["AB12CDE"])
        let stub = try #require(try await again.everything().first)
        guard case .forgotten(let line) = stub.record else {
            Issue.record("\(stub)")
            return
        }
        #expect(line.hash == Digest(of: HistoryScene.event("SECRET1", 1).line.dropLast()))
        #expect(line.time == HistoryScene.event("SECRET1", 1).time && stub.seq == 1)
    }

    @Test(arguments: HistoryEnd.all)
    func `what a log says was forgotten is forgotten here, too`(end: HistoryEnd) async throws {
        scene.end = end
        let event = HistoryScene.event("SECRET1", 1)
        try scene.append(event, HistoryScene.event("AB12CDE", 2))
        let history = try await scene.filled()
        let line = ForgottenLine(
            id: event.id, time: event.time, camera: "gate", hash: Digest(of: event.line.dropLast()), previous: .zero)
        try scene.append(String(decoding: line.line, as: UTF8.self), to: "again")
        let again = try await scene.filled("again")
        #expect(try await again.plates() == ["AB12CDE"])
        #expect(try await again.plates(.exact, "SECRET1") == [])
        #expect(try await history.everything().first?.record == .forgotten(line))
    }

    /// As a hub does while somebody forgets a plate.
    @Test func `texts that another process has removed meanwhile are no damage`() async throws {
        try scene.append(HistoryScene.event("SECRET1", 1), HistoryScene.event("AB12CDE", 2))
        _ = try await scene.filled()
        let (one, other) = (try scene.file(), try scene.file())
        try await one.pool.write { database in
            var blotter = try Blotter("SECRET1", in: database)
            try blotter.blotEvents(upTo: 10)
            try blotter.finish()
        }
        let sweep = TextSweep(kind: .plate)
        let found = try await other.pool.read { try sweep.look(in: $0) }
        #expect(found.orphans.count == 1)
        try await one.sweep()
        try await other.pool.write { try sweep.remove(found.looked, orphans: found.orphans, last: found.last, in: $0) }
        #expect(try await other.plates(.exact, "SECRET1") == [])
        #expect(try await other.plates() == ["AB12CDE"])
    }

    @Test(arguments: HistoryEnd.all)
    func `pictures of a plate are told when it is forgotten, for their files to be deleted`(end: HistoryEnd)
        async throws
    {
        scene.end = end
        var event = HistoryScene.event("SECRET1", 1)
        let crop = PlateEvidence.File(path: "a.crop.jpg", sha256: String(repeating: "0", count: 64), bytes: 7)
        let scenePicture = PlateEvidence.File(path: "a.jpg", sha256: String(repeating: "1", count: 64), bytes: 9)
        event.evidence = PlateEvidence(time: event.time, box: event.box, crop: crop, scene: scenePicture)
        try scene.append(event)
        let history = try await scene.filled()
        let records = try await history.everything()
        #expect(try await history.pictures(of: records).map(\.state) == [.kept, .kept])
        try await history.mark(.scene, of: 1, as: .deleted)
        try await history.mark(.crop, of: 7, as: .deleted)
        #expect(try await history.pictures(of: records).map(\.state) == [.kept, .deleted])
        let forgotten = try await history.forget("SECRET1")
        #expect(forgotten.pictures.map(\.file) == [crop])
    }
}
