import Foundation
import Glibc
import Records
import TestSupport
import Testing

@testable import Scanner

/// Pictures of before that lie where nobody lets us look.
@Suite struct UnreadFolderTests {
    private let scene: EvidenceScene
    private let limits = EvidenceLimits(age: .seconds(7 * 86_400), size: 1_000_000)
    private let old = "2026/08/01/14/\(EvidenceScene.id(1)).crop.jpg"
    private let young = "2026/09/21/10/\(EvidenceScene.id(2)).crop.jpg"

    init() throws {
        scene = try EvidenceScene()
        for path in [old, young] { try scene.folder.write("picture", to: "evidence/\(path)") }
    }

    private func allow(_ mode: mode_t, _ path: String) {
        #expect(chmod(scene.folder.file("evidence/\(path)"), mode) == 0)
    }

    /// As somebody who may not read everything: root may. It is this thread alone that is somebody else.
    private func asNobody(_ body: () -> Void) throws {
        guard geteuid() == 0 else { return body() }
        // The header is in no module.
        let symbol = try #require(dlsym(nil, "setfsuid"))
        let become = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
        _ = become(65_534)
        defer { _ = become(0) }
        body()
    }

    @Test(arguments: ["2026/08", "2026/08/01/14"])
    func `a folder that cannot be read is told once, keeps nothing else, and goes in time once it can be`(
        path: String
    ) throws {
        var writer = try scene.writer(limits: limits)
        allow(0, path)
        for _ in 0..<3 {
            try asNobody { scene.tend(&writer) }
            scene.clock.advance(by: .seconds(3600))
        }
        let told = scene.talk.all.filter { $0.contains("evidence/\(path): Permission denied") }
        #expect(told.count == 1 && told.allSatisfy { $0.contains("tried again every hour") }, "\(scene.talk.all)")
        #expect(writer.counts.removed == 0)
        allow(0o755, path)
        scene.tend(&writer)
        #expect(try scene.files() == [young])
        #expect(writer.counts.removed == 1)
    }

    @Test func `a year that cannot be read keeps no other from going`() throws {
        let older = "2025/08/01/14/\(EvidenceScene.id(3)).crop.jpg"
        try scene.folder.write("picture", to: "evidence/\(older)")
        var writer = try scene.writer(limits: limits)
        allow(0, "2026")
        // Two folders at a time: the other year is looked through by then, and removed by who may.
        try asNobody { scene.tend(&writer, times: 3) }
        allow(0o755, "2026")
        scene.tend(&writer)
        #expect(try scene.files() == [old, young])
        scene.clock.advance(by: .seconds(3600))
        scene.tend(&writer)
        #expect(try scene.files() == [young])
    }

    @Test(arguments: ["/", "/2026-09-01"])
    func `misses that cannot be looked at are told once, and go in time once they can be`(path: String) throws {
        for day in ["2026-09-01", "2026-09-02"] {
            try scene.folder.write("{}\n", to: "missed/\(day).ndjson")
            try scene.folder.write("picture", to: "missed/\(day)/\(EvidenceScene.id(1)).jpg")
        }
        let folder = try MissedFolder(path: scene.folder.file("missed"))
        var retention = MissedRetention(days: 7, bytes: 1_000_000, trust: .synchronised, log: scene.talk.logger)
        func tend() { for _ in 0..<30 { retention.tend(folder, now: scene.clock.now) } }
        #expect(chmod(scene.folder.file("missed\(path)"), 0) == 0)
        for _ in 0..<3 {
            try asNobody(tend)
            scene.clock.advance(by: .seconds(3600))
        }
        let told = scene.talk.all.filter { $0.contains("missed\(path): Permission denied") }
        #expect(told.count == 1 && told.allSatisfy { $0.contains("tried again every hour") }, "\(scene.talk.all)")
        #expect(chmod(scene.folder.file("missed\(path)"), 0o755) == 0)
        tend()
        #expect(try scene.files(of: scene.folder.file("missed")).isEmpty)
    }

    @Test func `what lies in such a folder is known by its path`() throws {
        var unread = UnreadFolders()
        let failure = EvidenceFailure("looking into 2026/09", code: EACCES)
        var told = unread.put("2026/09", because: failure, at: .now)
        #expect(told != nil)
        #expect(unread.hold("2026/09/21/14") && !unread.hold("2026/10/21/14") && !unread.hold("2026/0"))
        unread.remove("2026/09")
        #expect(!unread.hold("2026/09/21/14"))
        // There was none meanwhile: it is news again.
        told = unread.put("2026/10", because: failure, at: .now)
        #expect(told != nil)
    }
}
