import Foundation
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct LeftoversTests {
    private let scene: EvidenceScene

    init() throws {
        scene = try EvidenceScene()
        try scene.folder.write("mine", to: "evidence/letter.txt")
        for day in ["2026-09-01", "2026-09-20"] {
            let hour = day.replacing("-", with: "/") + "/14"
            try scene.folder.write("picture", to: "evidence/\(hour)/\(EvidenceScene.id(1)).crop.jpg")
            try scene.folder.write("{}\n", to: "missed/\(day).ndjson")
            try scene.folder.write("picture", to: "missed/\(day)/\(EvidenceScene.id(1)).jpg")
        }
    }

    private func leftovers(trust: ClockTrust = .synchronised) -> Leftovers {
        Leftovers(
            .init(
                evidence: (scene.path, EvidenceLimits(age: .seconds(7 * 86_400), size: 1_000_000)),
                missed: (scene.folder.file("missed"), 7, 1_000_000)),
            trust: trust)
    }

    private func tend(_ leftovers: inout Leftovers) {
        for _ in 0..<50 { leftovers.tend(now: scene.clock.now) }
    }

    private func files() throws -> Set<String> {
        Set(try ["evidence", "missed"].flatMap { try scene.files(of: scene.folder.file($0)) })
    }

    /// What is not too old: the clock's day is 21 September 2026.
    private let young: Set = [
        "letter.txt", "2026/09/20/14/\(EvidenceScene.id(1)).crop.jpg", "2026-09-20.ndjson",
        "2026-09-20/\(EvidenceScene.id(1)).jpg",
    ]

    @Test func `what is too old goes from folders to which nothing is written, and nothing else does`() throws {
        var leftovers = leftovers()
        tend(&leftovers)
        #expect(try files() == young)
        scene.clock.advance(by: .seconds(30 * 86_400))
        tend(&leftovers)
        #expect(try files() == ["letter.txt"])
    }

    @Test func `while the clock cannot be trusted all of it stays`() throws {
        let all = try files()
        var leftovers = leftovers(trust: ClockTrust(from: scene.clock.now, log: scene.talk.logger) { false })
        tend(&leftovers)
        #expect(try files() == all && all.count == 7)
        scene.clock.advance(by: .seconds(3600))
        tend(&leftovers)
        #expect(try files() == young)
    }

    @Test func `a folder that another scanner has is left to it, and the others are looked after`() throws {
        let writer = try scene.writer()
        var leftovers = leftovers()
        tend(&leftovers)
        let left = try files()
        #expect(left.contains("2026/09/01/14/\(EvidenceScene.id(1)).crop.jpg") && !left.contains("2026-09-01.ndjson"))
        withExtendedLifetime(writer) {}
    }
}
