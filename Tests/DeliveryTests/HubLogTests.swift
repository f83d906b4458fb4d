import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

/// A log of the hub's own, on a real disk.
@Suite struct HubLogTests {
    private let folder: TemporaryFolder
    private let talk = Talk()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("matches.ndjson") }
    private func log() -> HubLog { HubLog(path: path, talk: talk.logger) }

    private func match(_ number: Int, day: Int64 = 0) -> MatchRecord {
        MatchRecord(
            id: "01H\(number)",
            time: WallTime(milliseconds: DeliveryScene.noon.milliseconds + day * 86_400_000 + Int64(number)),
            camera: "gate", event: "01A\(number)", plate: "AB\(number)", list: "all", kind: "allow", way: .exact,
            entry: "AB\(number)", chance: 1)
    }

    /// Identifiers of all lines, oldest file first, where each line names the one before it.
    private func chained() throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var head = Digest.zero
        var ids: [String] = []
        for name in names.filter({ $0.hasPrefix("matches.ndjson-") }) + names.filter({ $0 == "matches.ndjson" }) {
            var text = try LogText(path: folder.file(name))
            while let line = try text.next() {
                #expect(ChainLink.previous(of: line.bytes) == head)
                head = line.digest
                ids.append(try Record(line: line.bytes).id ?? "")
            }
        }
        return ids
    }

    @Test func `each record is there once, whoever gives it again`() async throws {
        let first = log()
        #expect(await first.append([match(1), match(2)]) == nil)
        #expect(await first.append([match(2), match(3)]) == nil)
        await first.close()
        // As after a kill: nobody knows what was given.
        let second = log()
        #expect(await second.append([match(1), match(3), match(4)]) == nil)
        await second.close()
        #expect(try chained() == ["01H1", "01H2", "01H3", "01H4"])
    }

    @Test func `what was put aside since a kill is not written again`() async throws {
        let first = log()
        #expect(await first.append([match(1), match(2)]) == nil)
        await first.close()
        let second = log()
        await second.rotate(by: WallTime(milliseconds: DeliveryScene.noon.milliseconds + 86_400_000).trusted, days: 30)
        #expect(await second.append([match(1), match(2), match(3)]) == nil)
        await second.close()
        #expect(try chained() == ["01H1", "01H2", "01H3"])
    }

    @Test func `nothing is made before there is something to write`() async throws {
        let log = log()
        #expect(await log.append([]) == nil)
        await log.tend()
        await log.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a log that takes nothing says why, and has each record once when it takes them`() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let log = log()
        #expect(await log.append([match(1)])?.contains("matches.ndjson") == true)
        try FileManager.default.removeItem(atPath: path)
        #expect(await log.append([match(1), match(2)]) == nil)
        await log.close()
        #expect(try chained() == ["01H1", "01H2"])
    }

    @Test func `a log that begins with a record by a clock that was ahead is put aside as any other`() async throws {
        let log = log()
        #expect(await log.append([match(1, day: 400), match(2)]) == nil)
        func aside() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasPrefix("matches.ndjson-") }
        }
        await log.rotate(by: DeliveryScene.noon.trusted, days: 30)
        #expect(try aside() == 1)
        #expect(await log.append([match(3)]) == nil)
        await log.rotate(by: DeliveryScene.noon.trusted, days: 30)
        #expect(try aside() == 1)
        await log.close()
        #expect(try chained() == ["01H1", "01H2", "01H3"])
    }

    @Test func `by a clock that is behind, a file gets no older name than those that are there`() async throws {
        func days(_ count: Int64) -> WallTime {
            WallTime(milliseconds: DeliveryScene.noon.milliseconds + count * 86_400_000)
        }
        let log = log()
        #expect(await log.append([match(1)]) == nil)
        await log.rotate(by: days(3).trusted, days: 0)
        #expect(await log.append([match(2, day: 3)]) == nil)
        await log.rotate(by: days(-400).trusted, days: 0)
        #expect(await log.append([match(3, day: 3)]) == nil)
        await log.close()
        // Whoever writes after a kill looks into the last one for what is there already.
        let second = self.log()
        #expect(await second.append([match(2, day: 3), match(3, day: 3), match(4, day: 3)]) == nil)
        await second.close()
        #expect(try chained() == ["01H1", "01H2", "01H3", "01H4"])
    }

    @Test func `a name that says no time is no reason to name files otherwise`() async throws {
        let log = log()
        #expect(await log.append([match(1)]) == nil)
        for name in ["20261122", "20261122-\(Int64.max)", "20261122-99999999999999999999", "old-copy"] {
            try folder.write("", to: "matches.ndjson-" + name)
        }
        let tomorrow = WallTime(milliseconds: DeliveryScene.noon.milliseconds + 86_400_000)
        await log.rotate(by: tomorrow.trusted, days: 0)
        await log.close()
        let name = "matches.ndjson-20261123-\(tomorrow.milliseconds / 1000)"
        #expect(FileManager.default.fileExists(atPath: folder.file(name)))
    }

    @Test func `days have their files, and go when their time is over`() async throws {
        let log = log()
        #expect(await log.append([match(1)]) == nil)
        let day: Int64 = 86_400_000
        await log.rotate(by: DeliveryScene.noon.trusted, days: 30)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("-") } == [])
        let tomorrow = WallTime(milliseconds: DeliveryScene.noon.milliseconds + day)
        await log.rotate(by: tomorrow.trusted, days: 0)
        #expect(await log.append([match(2, day: 1)]) == nil)
        #expect(try chained() == ["01H1", "01H2"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let old = try #require(names.first { $0.hasPrefix("matches.ndjson-20261123-") })
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(tomorrow.milliseconds - 31 * day) / 1000)],
            ofItemAtPath: folder.file(old))
        try folder.write("", to: "notes")
        await log.rotate(by: tomorrow.trusted, days: 32)
        #expect(FileManager.default.fileExists(atPath: folder.file(old)))
        await log.rotate(by: tomorrow.trusted, days: 30)
        #expect(!FileManager.default.fileExists(atPath: folder.file(old)))
        #expect(FileManager.default.fileExists(atPath: path))
        await log.close()
    }
}
