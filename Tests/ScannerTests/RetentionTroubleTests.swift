import Foundation
import Records
import TestSupport
import Testing

@testable import Scanner

/// What is too old where folders were shut, and where something cannot be removed.
@Suite struct RetentionTroubleTests {
    private let scene: EvidenceScene
    private let month = Duration.seconds(30 * 86_400)

    init() throws {
        scene = try EvidenceScene()
    }

    private func areThere(_ paths: String...) -> [Bool] {
        paths.map { FileManager.default.fileExists(atPath: scene.folder.file($0)) }
    }

    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: scene.folder.file(path), withIntermediateDirectories: true)
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: scene.folder.file(path))
    }

    // MARK: - Pictures

    private let limits = EvidenceLimits(age: .seconds(7 * 86_400), size: 1_000_000)

    @Test(arguments: [0, 50])
    func `old pictures go while the folder of a new hour cannot be made`(looks: Int) throws {
        do {
            var writer = try scene.writer()
            #expect(scene.write(1, with: &writer).missing == nil)
        }
        var writer = try scene.writer(limits: limits)
        scene.tend(&writer, times: looks)
        scene.clock.advance(by: month)
        try scene.folder.write("in the way", to: "evidence/2026/10")
        #expect(scene.write(2, with: &writer).missing == .unwritable)
        scene.tend(&writer)
        #expect(try scene.files() == ["2026/10"])
        #expect(writer.counts.removed == 2)
    }

    @Test(arguments: [1, 20])
    func `an hour that cannot be removed is told once and tried again, and younger ones go`(count: Int) throws {
        // Nobody can unlink a folder.
        for number in 10..<10 + count {
            try makeFolder("evidence/2026/09/01/14/\(EvidenceScene.id(number)).crop.jpg")
        }
        // In order of names behind all of those.
        let picture = "evidence/2026/09/01/14/\(EvidenceScene.id(99)).crop.jpg"
        let younger = "evidence/2026/09/02/14/\(EvidenceScene.id(1)).crop.jpg"
        for path in [picture, younger] { try scene.folder.write("picture", to: path) }
        var writer = try scene.writer(limits: limits)
        scene.tend(&writer)
        #expect(areThere(picture, younger, "evidence/2026/09/01/14") == [false, false, true])
        #expect(writer.counts.removed == 2)
        scene.clock.advance(by: .seconds(7200))
        scene.tend(&writer)
        let told = scene.talk.all.filter { $0.contains("2026/09/01/14 is too old or too much") }
        #expect(told.count == 1 && told.allSatisfy { $0.contains("removing \(EvidenceScene.id(9 + count))") })
        for number in 10..<10 + count {
            try remove("evidence/2026/09/01/14/\(EvidenceScene.id(number)).crop.jpg")
        }
        scene.clock.advance(by: .seconds(1800))
        scene.tend(&writer)
        #expect(areThere("evidence/2026/09/01/14") == [true])
        scene.clock.advance(by: .seconds(1800))
        scene.tend(&writer)
        #expect(areThere("evidence/2026/09/01") == [false])
    }

    @Test func `beyond the size younger pictures go in place of those that cannot be removed`() throws {
        for number in 10..<30 { try makeFolder("evidence/2026/09/20/14/\(EvidenceScene.id(number)).crop.jpg") }
        var writer = try scene.writer(limits: EvidenceLimits(age: month, size: 1))
        scene.tend(&writer)
        #expect(scene.write(1, with: &writer).missing == nil)
        scene.tend(&writer)
        #expect(try scene.files().isEmpty && writer.counts.removed == 2)
    }

    // MARK: - Misses

    private func retention() -> MissedRetention {
        MissedRetention(days: 7, bytes: 1_000_000, trust: .synchronised, log: scene.talk.logger)
    }

    private func tend(_ retention: inout MissedRetention, _ folder: MissedFolder, times: Int = 30) {
        for _ in 0..<times { retention.tend(folder, now: scene.clock.now) }
    }

    @Test(arguments: [0, 30])
    func `old misses go after a write that failed`(looks: Int) throws {
        try scene.folder.write("{}\n", to: "missed/2026-09-20.ndjson")
        try scene.folder.write("picture", to: "missed/2026-09-20/\(EvidenceScene.id(1)).jpg")
        try scene.folder.write("in the way", to: "missed/2026-10-21")
        let folder = try MissedFolder(path: scene.folder.file("missed"))
        var retention = retention()
        tend(&retention, folder, times: looks)
        scene.clock.advance(by: month)
        #expect(throws: EvidenceFailure.self) {
            try folder.write(crop: [1], of: EvidenceScene.id(2), on: "2026-10-21")
        }
        tend(&retention, folder)
        #expect(areThere("missed/2026-09-20.ndjson", "missed/2026-09-20", "missed/2026-10-21") == [false, false, true])
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs to mount a small file system"))
    func `old misses make room on a full disk`() throws {
        try makeFolder("missed")
        let disk = try SmallDisk(folder: scene.folder.file("missed"))
        try scene.folder.write(Data(count: 28_000), to: "missed/2026-09-20.ndjson")
        let folder = try MissedFolder(path: scene.folder.file("missed"))
        var retention = retention()
        tend(&retention, folder)
        scene.clock.advance(by: month)
        let line = Array((String(repeating: " ", count: 1000) + "{}\n").utf8)
        #expect(throws: EvidenceFailure.self) { try folder.append(line, on: "2026-10-21") }
        tend(&retention, folder)
        #expect(try folder.append(line, on: "2026-10-21") == .written)
        withExtendedLifetime(disk) {}
    }

    @Test func `a day of misses that cannot be removed is told once and tried again, and younger ones go`() throws {
        for number in 10..<50 { try makeFolder("missed/2026-09-01/\(EvidenceScene.id(number)).jpg") }
        try scene.folder.write("picture", to: "missed/2026-09-01/\(EvidenceScene.id(99)).jpg")
        for day in ["01", "02"] { try scene.folder.write("{}\n", to: "missed/2026-09-\(day).ndjson") }
        let folder = try MissedFolder(path: scene.folder.file("missed"))
        var retention = retention()
        tend(&retention, folder)
        #expect(
            areThere(
                "missed/2026-09-01.ndjson", "missed/2026-09-01/\(EvidenceScene.id(99)).jpg", "missed/2026-09-02.ndjson",
                "missed/2026-09-01") == [false, false, false, true])
        scene.clock.advance(by: .seconds(3660))
        tend(&retention, folder)
        #expect(scene.talk.all.count { $0.contains("2026-09-01 is too old or too much") } == 1)
        for number in 10..<50 { try remove("missed/2026-09-01/\(EvidenceScene.id(number)).jpg") }
        scene.clock.advance(by: .seconds(3660))
        tend(&retention, folder)
        #expect(areThere("missed/2026-09-01") == [false])
    }

    // MARK: - Folders to which nothing is written

    @Test func `what is too old goes from folders that could not be opened at the start`() throws {
        func path(_ name: String) -> String { scene.folder.file("later/\(name)") }
        var leftovers = Leftovers(
            .init(
                evidence: (path("evidence"), limits), missed: (path("missed"), 7, 1_000_000)),
            trust: .synchronised)
        for _ in 0..<10 { leftovers.tend(now: scene.clock.now) }
        let old = ["evidence/2026/09/01/14/\(EvidenceScene.id(1)).crop.jpg", "missed/2026-09-01.ndjson"]
        for name in old { try scene.folder.write("old", to: "later/\(name)") }
        scene.clock.advance(by: .seconds(61))
        for _ in 0..<50 { leftovers.tend(now: scene.clock.now) }
        #expect(try scene.files(of: scene.folder.file("later")).isEmpty)
    }
}
