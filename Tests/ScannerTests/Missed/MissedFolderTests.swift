import Basics
import Foundation
import TestSupport
import Testing

@testable import Scanner

@Suite struct MissedFolderTests {
    private let scene: TemporaryFolder
    private var path: String { scene.file("missed") }

    init() throws {
        scene = try TemporaryFolder()
    }

    @Test func `a folder that was taken away is made anew with the line after the one that failed`() throws {
        let folder = try MissedFolder(path: path)
        #expect(try folder.append(Array("{}\n".utf8), on: "2026-11-22") == .written)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: EvidenceFailure.self) { try folder.append(Array("{}\n".utf8), on: "2026-11-22") }
        #expect(try folder.append(Array("{}\n".utf8), on: "2026-11-22") == .written)
        #expect(try folder.days() == ["2026-11-22"])
    }

    @Test func `another process that keeps its misses there is told what to do`() throws {
        let folder = try MissedFolder(path: path)
        let failure = #expect(throws: Failure.self) { try MissedFolder(path: path) }
        #expect("\(failure.map { "\($0)" } ?? "")".contains("--state"))
        withExtendedLifetime(folder) {}
    }
}
