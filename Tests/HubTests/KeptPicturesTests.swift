import Answers
import Fleet
import Foundation
import History
import Logging
import Records
import TestSupport
import Testing

@testable import plated_hub

/// Pictures of sites that a hub kept, once it keeps none any more.
@Suite struct KeptPicturesTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    private static let keepingNone = [
        "ingest: {picture_days: 0}", "ingest: {picture_megabytes: 0}",
    ]
    /// Those, and a hub with the usual settings.
    private static let all = keepingNone + [""]

    private func settings(_ ingest: String) throws -> HubConfiguration {
        // Something goes by its age, for which the clock has to be trusted.
        let cameras = "cameras: {yard: {events_days: 5}}"
        try scene.folder.write(
            try scene.folder.text("hub.yaml") + "\n\(cameras)\n\(ingest)\n", to: "hub.yaml")
        return try HubFile.settings(scene.config)
    }

    /// Keeps a picture as a centre did.
    private func keep(_ text: String, of time: WallTime) throws {
        try PictureFolder(path: scene.folder.file("pictures/north/gate")).keep(
            Array(text.utf8), as: Digest(of: Array(text.utf8)), of: time)
    }

    private func pictures() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scene.folder.file("pictures")).filter {
            $0.hasSuffix(".jpg")
        }
    }

    private func sweep(_ settings: HubConfiguration, isTrusted: Bool, at time: WallTime) async throws {
        let trust = isTrusted ? ClockTrust.synchronised : ClockTrust(from: .now, log: Logger(label: "test")) { false }
        let sweeper = Sweeper(
            settings, history: try SQLiteHistory(path: scene.history), accounts: scene.folder.file("none"),
            trust: trust, talk: Logger(label: "test"))
        try await sweeper.sweep(at: Moment(wall: time, instant: .now))
    }

    private func time(_ text: String) throws -> WallTime { try #require(WallTime(rfc3339: text)) }

    @Test(arguments: keepingNone, [true, false])
    func `where none is kept, those of before go at once, whatever the clock says`(
        ingest: String, isTrusted: Bool
    ) async throws {
        let settings = try settings(ingest)
        let now = try time("2026-03-01T12:00:00Z")
        for text in ["2026-02-28T12:00:00Z", "2026-03-01T12:00:00Z", "2026-03-02T12:00:00Z"] {
            try keep(text, of: time(text))
        }
        // What no centre wrote stays.
        try scene.folder.write("mine", to: "pictures/holiday/ab/mine.jpg")
        try scene.folder.write("mine", to: "pictures/my.album/beach/cd/mine.jpg")
        try scene.folder.write("mine", to: "pictures/mine.jpg")
        try await sweep(settings, isTrusted: isTrusted, at: now)
        #expect(try Set(pictures()) == ["holiday/ab/mine.jpg", "my.album/beach/cd/mine.jpg", "mine.jpg"])
    }

    @Test func `they go after seven days`() async throws {
        let settings = try settings("")
        #expect(settings.keptPictures(in: .current) == nil)
        let now = try time("2026-03-10T12:00:00Z")
        try keep("old", of: time("2026-03-03T11:00:00Z"))
        try keep("new", of: time("2026-03-03T13:00:00Z"))
        try await sweep(settings, isTrusted: false, at: now)
        #expect(try pictures().count == 2)
        try await sweep(settings, isTrusted: true, at: now)
        let digest = "\(Digest(of: Array("new".utf8)))"
        #expect(try pictures() == ["north/gate/\(digest.prefix(2))/\(digest).jpg"])
    }

    @Test(arguments: all)
    func `forget reaches what was kept`(ingest: String) async throws {
        let settings = try settings(ingest)
        let history = try SQLiteHistory(path: scene.history)
        var event = try scene.event("BO26TH")
        let bytes = Array("picture of \(event.id)".utf8)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: "a.crop.jpg", sha256: "\(Digest(of: bytes))", bytes: bytes.count))
        try keep("picture of \(event.id)", of: event.time)
        try await SiteScene.take([event.line], of: "north", into: history)
        let forgetting = Forgetting(
            try #require(ForgottenPlate("BO26TH")), settings: settings, history: history, accounts: nil, delivery: nil,
            sessions: nil)
        _ = try await forgetting.run(try await forgetting.plan())
        #expect(try pictures().isEmpty)
        #expect(try await history.search(Search(text: "BO26TH"), limit: 5).records.isEmpty)
    }

    @Test func `whose camera it is stands in its name alone`() throws {
        let settings = try settings("")
        #expect(settings.evidenceFolder(of: "north") == scene.folder.file("state/north/evidence"))
        #expect(settings.evidenceFolder(of: "north/gate") == scene.folder.file("pictures/north/gate"))
        #expect(settings.site(of: "north") == nil && settings.site(of: "north/gate") == "north")
    }
}
