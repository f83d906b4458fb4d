import ALPR
import Foundation
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct EvidenceRetentionTests {
    private let scene: EvidenceScene
    private static let hour = Duration.seconds(3600)

    init() throws {
        scene = try EvidenceScene()
    }

    private func limits(days: Int = 7, size: Int = 1_000_000) -> EvidenceLimits {
        EvidenceLimits(age: .seconds(86_400 * days), size: size)
    }

    @Test(arguments: [
        ("2026/11/22/14", true), ("2026/11/22", false), ("2026/13/01/00", false), ("2026/02/30/00", false),
        ("2026/11/22/24", false), ("2026/11/22/14/", false), ("2026/11/2x/14", false), ("", false),
        ("0999/1/1/1", false),
    ])
    func `only a folder of an hour is one`(path: String, isOne: Bool) {
        #expect((EvidenceHour(path: path) != nil) == isOne)
        #expect(EvidenceHour(WallTime(milliseconds: 1_790_000_000_000)).path == EvidenceScene.hour)
    }

    @Test(arguments: [
        ("01M7QK3B0000000000000000AA.crop.jpg", true), (".01M7QK3B0000000000000000AA.scene.jpg.plated-new", true),
        ("01M7QK3B0000000000000000AA.other.jpg", false), ("01M7.crop.jpg", false), ("letter.txt", false),
        ("01m7qk3b0000000000000000aa.crop.jpg", false), (".01M7QK3B0000000000000000AA.crop.jpg", false),
        ("01M7QK3B0000000000000000AA.crop.jpg.part", false),
    ])
    func `only our own names are ours`(name: String, isOurs: Bool) {
        #expect(EvidenceName.isOurs(name) == isOurs)
    }

    @Test func `pictures that are too old go with their folders, and younger ones stay`() throws {
        var writer = try scene.writer(limits: limits())
        _ = scene.write(1, with: &writer)
        scene.clock.advance(by: .seconds(4 * 86_400))
        _ = scene.write(2, with: &writer)
        scene.tend(&writer)
        #expect(try scene.files().count == 4)
        // Seven days after the end of the first one's hour, and a minute for the next look.
        scene.clock.advance(by: .seconds(3 * 86_400 + 3600 + 60))
        scene.tend(&writer)
        let second = try scene.files()
        #expect(second.count == 2 && second.allSatisfy { $0.contains(EvidenceScene.id(2)) })
        #expect(!FileManager.default.fileExists(atPath: scene.path + "/2026/09/21"))
        #expect(writer.counts.removed == 2)
    }

    @Test func `pictures of before the clock was set are as old as they are, and keep no others`() throws {
        var writer = try scene.writer(limits: limits())
        _ = scene.write(1, with: &writer)
        scene.tend(&writer)
        // Fifty years at once.
        scene.clock.advance(by: .seconds(60), wall: .seconds(50 * 365 * 86_400))
        _ = scene.write(2, with: &writer)
        scene.tend(&writer)
        #expect(try scene.files().count == 4)
        scene.clock.advance(by: .seconds(7 * 86_400 + 7200))
        scene.tend(&writer)
        #expect(try scene.files().isEmpty)
    }

    @Test func `beyond the size the oldest go, and the newest stay`() throws {
        // A crop and a scene have 350 bytes together.
        var writer = try scene.writer(limits: limits(size: 3500))
        scene.tend(&writer)
        for number in 0..<40 {
            _ = scene.write(number, with: &writer, evidence: EvidenceScene.evidence(at: number))
            scene.clock.advance(by: .seconds(600))
            scene.tend(&writer, times: 2)
        }
        let files = try scene.files()
        #expect(files.count == 20 && writer.counts.removed == 60)
        let kept = Set(files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first.map(String.init) })
        #expect(kept == Set((30..<40).map(EvidenceScene.id)))
    }

    @Test func `what an earlier run has kept counts, and what it left unfinished goes`() throws {
        do {
            var writer = try scene.writer()
            for number in 0..<10 {
                _ = scene.write(number, with: &writer, evidence: EvidenceScene.evidence(at: number))
            }
        }
        try scene.folder.write(
            "half", to: "evidence/\(EvidenceScene.hour)/.\(EvidenceScene.id(77)).crop.jpg.plated-new")
        scene.clock.advance(by: Self.hour)
        var writer = try scene.writer(limits: limits(size: 1750))
        _ = scene.write(90, with: &writer, evidence: EvidenceScene.evidence(at: 90))
        scene.tend(&writer)
        let files = try scene.files()
        #expect(files.count == 10, "\(files)")
        #expect(files.contains { $0.contains(EvidenceScene.id(90)) } && !files.contains { $0.hasSuffix(".plated-new") })
        #expect(
            files.contains { $0.contains(EvidenceScene.id(9)) } && !files.contains { $0.contains(EvidenceScene.id(5)) })
    }

    @Test func `nothing but our own pictures goes, and no link is followed`() throws {
        let id = EvidenceScene.id(1)
        let strange = ["\(EvidenceScene.hour)/letter.txt", "2026/09/21/notes/\(id).crop.jpg", "1999/12/\(id).crop.jpg"]
        for path in strange { try scene.folder.write("mine", to: "evidence/" + path) }
        try scene.folder.write("elsewhere", to: "other/01/02/03/\(id).crop.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: scene.path + "/2001", withDestinationPath: scene.folder.file("other"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(scene.path)/\(EvidenceScene.hour)/\(id).scene.jpg",
            withDestinationPath: scene.folder.file("other/01/02/03/\(id).crop.jpg"))
        var writer = try scene.writer(limits: limits())
        _ = scene.write(2, with: &writer)
        scene.clock.advance(by: .seconds(30 * 86_400))
        scene.tend(&writer)
        let files = try scene.files()
        #expect(Set(files).isSuperset(of: strange) && !files.contains { $0.contains(EvidenceScene.id(2)) }, "\(files)")
        #expect(FileManager.default.fileExists(atPath: scene.folder.file("other/01/02/03/\(id).crop.jpg")))
    }

    @Test func `while the clock cannot be trusted nothing goes for its age, and the oldest go beyond the size`() throws
    {
        for number in 0..<4 {
            var writer = try scene.writer()
            _ = scene.write(number, with: &writer, evidence: EvidenceScene.evidence(at: number))
            scene.clock.advance(by: Self.hour)
        }
        // At the start the clock is ahead, and it is set right within the hour.
        let late = Duration.seconds(40 * 86_400)
        scene.clock.advance(by: Self.hour, wall: late)
        let trust = ClockTrust(from: scene.clock.now, log: scene.talk.logger) { false }
        // A crop and a scene have 350 bytes together.
        var writer = try scene.writer(limits: limits(size: 1050), trust: trust)
        scene.tend(&writer)
        #expect(try scene.files().count == 6)
        scene.clock.advance(by: .seconds(1800))
        scene.tend(&writer)
        scene.clock.advance(by: .seconds(1800), wall: Duration.zero - late)
        scene.tend(&writer)
        scene.clock.advance(by: .seconds(7200))
        scene.tend(&writer)
        #expect(try scene.files().count == 6 && writer.counts.removed == 2)
        #expect(scene.talk.all.count { $0.contains("nothing is deleted for its age yet") } == 1)
        // Now they are as old as it says; that it was set is noticed when something is too old.
        scene.clock.advance(by: late)
        scene.tend(&writer)
        scene.clock.advance(by: Self.hour)
        scene.tend(&writer)
        #expect(try scene.files().isEmpty)
    }

    @Test func `without limits nothing is ever removed`() throws {
        var writer = try scene.writer()
        _ = scene.write(1, with: &writer)
        scene.clock.advance(by: .seconds(4000 * 86_400))
        scene.tend(&writer)
        #expect(try scene.files().count == 2)
    }

    @Test func `a little is done at a time`() throws {
        var writer = try scene.writer(scene: false, limits: limits(size: 1))
        scene.tend(&writer, times: 5)
        for number in 0..<100 { _ = scene.write(number, with: &writer) }
        writer.tend(now: scene.clock.now)
        #expect(writer.counts.removed == 16)
        scene.tend(&writer, times: 10)
        #expect(try scene.files().isEmpty)
    }
}
