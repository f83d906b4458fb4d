import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct SealTests {
    private let scene: ChainScene

    init() throws { scene = try ChainScene() }

    /// What each line is: the id of a line of the test, or the reason of a seal and how many lines it counts.
    private func told() throws -> [String] {
        try scene.lines().map { line in
            switch try Record(line: line) {
            case .seal(let seal): "\(seal.reason.rawValue) \(seal.lines)"
            case .torn: "torn"
            case let record: record.id ?? "no id"
            }
        }
    }

    @Test
    func `a log is sealed at the start, every hour and at the end, and each seal counts the lines since the last`()
        throws
    {
        let log = try scene.open(sealed: true)
        try scene.write(2, to: log)
        scene.clock.advance(by: .seconds(3599))
        try log.flush()
        scene.clock.advance(by: .seconds(1))
        try log.flush()
        try log.flush()
        scene.clock.advance(by: .seconds(3600))
        try scene.write(1, to: log)
        try log.close()
        #expect(try told() == ["start 0", "1", "2", "hour 2", "hour 0", "3", "stop 1"])
        scene.expectChain(try scene.lines())
    }

    @Test func `a seal names the line before it and signs all that stands before its signature`() throws {
        try scene.run(1, sealed: true)
        let lines = try scene.lines()
        for (index, line) in lines.enumerated() {
            guard case .seal(let seal) = try Record(line: line) else { continue }
            let head = index == 0 ? Digest.zero : Digest(of: lines[index - 1])
            #expect(seal.head == head && ChainLink.previous(of: line) == head)
            #expect(seal.camera == "gate" && seal.time == scene.clock.now.wall && seal.key == "key")
            let signed = try #require(SealRecord.signed(in: line))
            let text = String(decoding: signed, as: UTF8.self)
            #expect(text.hasPrefix("{\"schema\":\"plated.seal/1\",\"id\":\"") && text.hasSuffix(",\"key\":\"key\""))
            #expect(seal.signature == ChainScene.Signer().signature(of: signed) && seal.signed == signed)
        }
    }

    @Test func `the first seal after a kill counts what the killed run wrote, also in what was rotated`() throws {
        do {
            let log = try scene.open(sealed: true)
            try scene.write(3, to: log)
            try scene.move("gate.ndjson", "gate.ndjson.1")
            try scene.write(2, to: log)
        }
        try scene.append("{\"tor")
        _ = try scene.open(sealed: true)
        #expect(try told() == ["4", "5", "start 5", "torn"])
        scene.expectChain(try scene.lines("gate.ndjson.1", "gate.ndjson"))
    }

    @Test func `the first seal of a log from before counts from where its chain begins`() throws {
        try scene.append("{\"schema\":\"test/1\",\"id\":\"old\"}\n")
        try scene.run(2)
        try scene.run(1, sealed: true)
        #expect(try told() == ["old", "1", "2", "start 2", "3", "stop 1"])
    }

    @Test func `a log that is larger than what is read first is counted whole`() throws {
        try scene.run(1, sealed: true)
        let long = String(repeating: "x", count: 600_000)
        try scene.append(
            "{\"a\":\"\(long)\",\"prev\":\"\(Digest.zero)\"}\n{\"a\":\"\(long)\",\"prev\":\"\(Digest.zero)\"}\n")
        _ = try scene.open(sealed: true)
        let last = try #require(try scene.lines().last)
        guard case .seal(let seal) = try Record(line: last) else {
            Issue.record("no seal")
            return
        }
        #expect(seal.lines == 2)
    }

    @Test func `while the log cannot be written no seal waits; it is made when the log works, before what waited`()
        throws
    {
        try FileManager.default.moveItem(atPath: scene.folder.file("logs"), toPath: scene.folder.file("away"))
        let log = try scene.open(sealed: true)
        try scene.write(2, to: log)
        scene.clock.advance(by: .seconds(4000))
        try FileManager.default.moveItem(atPath: scene.folder.file("away"), toPath: scene.folder.file("logs"))
        try log.flush()
        #expect(try told() == ["start 0", "1", "2"])
        try log.close()
        #expect(try told().last == "stop 2")
        scene.expectChain(try scene.lines())
    }

    @Test func `a key that does not sign is told once, and the lines stay chained`() throws {
        struct Broken: Sealer {
            struct Refused: Error {}
            var key: String { "key" }
            func signature(of bytes: [UInt8]) throws -> String { throw Refused() }
        }
        let settings = EventLog.Settings(path: scene.path, spool: scene.folder.file("state/spool"), camera: "gate")
        let log = try EventLog(settings, sealer: Broken(), log: scene.talk.logger, now: { .now })
        try scene.write(3, to: log)
        try log.close()
        #expect(try told() == ["1", "2", "3"])
        scene.expectChain(try scene.lines())
        #expect(scene.talk.all.count { $0.hasPrefix("error:") && $0.contains("not sealed") } == 1)
    }
}
