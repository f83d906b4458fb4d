import Answers
import Delivery
import Fleet
import Foundation
import History
import Logging
import Records
import TestSupport
import Testing

@testable import Console
@testable import plated_hub

/// What a centre forgets because one of its sites has.
@Suite struct SiteForgettingTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    private func settings() throws -> HubConfiguration {
        try HubFile.settings(scene.config)
    }

    /// Stores events as those of a site, with a picture of each that is kept.
    private func take(
        _ events: [PlateEvent], of site: String, into history: any History, _ settings: HubConfiguration
    ) async throws {
        var lines: [[UInt8]] = []
        for event in events {
            var event = event
            let bytes = Array("picture of \(event.id)".utf8)
            let digest = Digest(of: bytes)
            event.evidence = PlateEvidence(
                time: event.time, box: event.box,
                crop: .init(path: "\(event.id).crop.jpg", sha256: "\(digest)", bytes: bytes.count))
            try PictureFolder(path: settings.evidenceFolder(of: try #require(CameraRef("\(site)/\(event.camera)"))))
                .keep(
                    bytes, as: digest, of: event.time)
            lines.append(event.line)
        }
        #expect(try await SiteScene.take(lines, of: site, into: history).isEmpty)
    }

    private func pictures() throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path).count { $0.hasSuffix(".jpg") }
    }

    /// Whether the clock can be trusted or not: what was forgotten is not too old.
    @Test(arguments: [ClockTrust.synchronised, ClockTrust(from: .now, log: Logger(label: "test")) { false }])
    func `pictures go from the folder of a centre when another one of its history forgot their events`(
        trust: ClockTrust
    ) async throws {
        let settings = try settings()
        let history = try SQLiteHistory(path: scene.history)
        let (gone, kept) = (try scene.event("BO26TH"), try scene.event("AL26ONE", camera: "yard"))
        try await take([gone, kept], of: "north", into: history, settings)
        let sweeper = Sweeper(
            settings, history: history, accounts: scene.folder.file("none"), trust: trust, talk: Logger(label: "test"))
        try await sweeper.sweep(at: Moment(wall: gone.time, instant: .now))
        #expect(try pictures() == 2)
        try await SiteBooks.forget(try await history.records(id: gone.id), of: "north", in: history)
        try await sweeper.sweep(at: Moment(wall: gone.time, instant: .now))
        #expect(try pictures() == 1)
        let left = try await history.records(id: kept.id)
        guard case .plate(let event) = try #require(left.first).record else {
            Issue.record("\(left)")
            return
        }
        #expect(EventPicture.of(event, in: settings.evidenceFolder).contains { $0.isThere })
    }

    @Test func `records and pictures go, and what was made of a plate that nobody else has`() async throws {
        let settings = try settings()
        let history = try SQLiteHistory(path: scene.history)
        let (both, alone, others) = (try scene.event("BO26TH"), try scene.event("AL26ONE"), try scene.event("BO26TH"))
        try await take([both, alone, scene.event("ST26AYS")], of: "north", into: history, settings)
        try await take([others], of: "south", into: history, settings)
        // Matches of the centre's own list, in its log and in the history.
        let matches = [("north", both), ("north", alone), ("south", others)].map { site, event in
            MatchRecord(
                id: scene.ids.next(at: event.time), time: event.time, camera: "\(site)/gate", event: event.id,
                plate: event.plate, list: "stolen", kind: "wanted", way: .exact, entry: event.plate, chance: 1)
        }
        try scene.folder.write(
            matches.map { String(decoding: $0.line, as: UTF8.self) }.joined(), to: "logs/matches.ndjson")
        try await Intake(
            history: history, logs: [scene.log("matches")], talk: Logger(label: "test"), now: { .now },
            limit: { _ in nil }
        ).catchUp()
        #expect(try pictures() == 4)
        let records = try await history.records(id: both.id) + history.records(id: alone.id)
        try await SiteForgetting(settings: settings, history: history, talk: Logger(label: "test")).forget(
            records, of: "north")
        let left = try await history.records(after: 0, limit: 10).compactMap { record -> String? in
            if case .plate(let event) = record.record { "\(event.camera) \(event.plate)" } else { nil }
        }
        #expect(left == ["north/gate ST26AYS", "south/gate BO26TH"])
        #expect(try pictures() == 2)
        #expect(try await history.search(Search(text: "AL26ONE"), limit: 5).records.isEmpty)
        #expect(try await history.count(of: MatchRecord.schema, mentioning: "AL26ONE") == 0)
        #expect(try await history.count(of: MatchRecord.schema, mentioning: "BO26TH") == 1)
        let logs = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs"))
        let text = try logs.map { try scene.folder.text("logs/\($0)") }.joined()
        #expect(!text.contains("AL26ONE") && text.contains("BO26TH"))
    }

    /// What a centre makes of an event of its site, as its own log has it.
    private func made(of event: PlateEvent) -> String {
        let (time, camera) = (event.time, "north/\(event.camera)")
        let match = MatchRecord(
            id: scene.ids.next(at: time), time: time, camera: camera, event: event.id, plate: event.plate,
            list: "stolen", kind: "wanted", way: .exact, entry: event.plate, chance: 1)
        let opening = OpeningRecord(
            id: scene.ids.next(at: time), time: time, camera: camera, door: "barrier", state: .opened, until: time,
            event: event.id, plate: event.plate, list: "staff")
        let entry = SessionPass(camera: camera, id: event.id, time: time, plate: event.plate, confidence: 0.9)
        let session = SessionRecord(
            id: scene.ids.next(at: time), time: time, camera: camera, site: "park", session: scene.ids.next(at: time),
            revision: 0, state: .open, change: .began, plate: event.plate, entry: entry,
            exit: nil, occupancy: 1)
        return [match.line, opening.line, session.line].map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @Test func `what was made of an event goes with it, also where the site has seen the plate again`() async throws {
        let settings = try settings()
        let history = try SQLiteHistory(path: scene.history)
        let (gone, again) = (try scene.event("AL26ONE"), try scene.event("AL26ONE", at: "2024-11-20T13:00:00Z"))
        try await take([gone, again], of: "north", into: history, settings)
        try scene.folder.write(made(of: gone) + made(of: again), to: "logs/made.ndjson")
        try await Intake(
            history: history, logs: [scene.log("made")], talk: Logger(label: "test"), now: { .now }, limit: { _ in nil }
        ).catchUp()
        let path = scene.folder.file("console.sqlite")
        do {
            let accounts = try AccountFile(path: path)
            for var event in [gone, again] {
                event.camera = "north/gate"
                try accounts.correct(event, to: "AL260NE", by: "anna", at: event.time)
            }
        }
        let talk = Talk()
        let records = try await history.records(id: gone.id)
        try await SiteForgetting(settings: settings, history: history, talk: talk.logger).forget(records, of: "north")
        let found = try await history.search(Search(text: "AL26ONE"), limit: 5).records.map(\.record.id)
        #expect(found == [again.id])
        #expect(try await history.count(of: MatchRecord.schema, mentioning: "AL26ONE") == 1)
        #expect(try await history.count(of: OpeningRecord.schema, mentioning: "AL26ONE") == 1)
        #expect(try await history.count(of: SessionRecord.schema, mentioning: "AL26ONE") == 1)
        #expect(try AccountFile(path: path).corrections(of: [gone.id, again.id]).map(\.id) == [again.id])
        let logs = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs"))
        let text = try logs.map { try scene.folder.text("logs/\($0)") }.joined()
        #expect(!text.contains(gone.id) && text.contains(again.id))
        #expect(talk.all.isEmpty, "\(talk.all)")
    }

    @Test func `nothing that this machine's scanners wrote is changed for a site, or waited for`() async throws {
        let yaml = try scene.folder.text("hub.yaml").replacing("/logs/*.ndjson", with: "/cameras/*.ndjson")
        try scene.folder.write(yaml, to: "hub.yaml")
        let settings = try settings()
        let history = try SQLiteHistory(path: scene.history)
        let gone = try scene.event("AL26ONE")
        try await take([gone], of: "north", into: history, settings)
        // What the history has no more stands in the log of a camera of this machine.
        let (old, new) = (try scene.event("AL26ONE", camera: "yard"), try scene.event("ST26AYS", camera: "yard"))
        try scene.folder.write(String(decoding: new.line, as: UTF8.self), to: "cameras/yard.ndjson")
        let log = scene.folder.file("cameras/yard.ndjson")
        try await Intake(history: history, logs: [log], talk: Logger(label: "test"), now: { .now }, limit: { _ in nil })
            .catchUp()
        let kept = [
            "cameras/yard.ndjson-20241118-1": String(decoding: old.line, as: UTF8.self),
            "cameras/yard.ndjson-20241117-1.xz": "packed by another rotation",
            "state/yard/missed/2024-11-20.ndjson": "{\"schema\":\"plated.missed/1\",\"plate\":\"AL26ONE\"\n",
        ]
        for (path, text) in kept { try scene.folder.write(text, to: path) }
        let records = try await history.records(id: gone.id)
        try await SiteForgetting(settings: settings, history: history, talk: Logger(label: "test")).forget(
            records, of: "north")
        #expect(try await history.search(Search(text: "AL26ONE"), limit: 5).records.isEmpty)
        for (path, text) in kept { #expect(try scene.folder.text(path) == text) }
    }

    @Test func `what a site says in parts is its own, and goes with the last of them`() async throws {
        let settings = try settings()
        let history = try SQLiteHistory(path: scene.history)
        let (first, last) = (try scene.event("AL26ONE"), try scene.event("AL26ONE", camera: "yard"))
        let both = try scene.event("BO26TH")
        try await take([first, last, both], of: "north", into: history, settings)
        let talk = Talk()
        let forgetting = SiteForgetting(settings: settings, history: history, talk: talk.logger)
        try await forgetting.forget(try await history.records(id: first.id), of: "north")
        #expect(try await history.search(Search(text: "AL26ONE"), limit: 5).records.map(\.camera) == ["north/yard"])
        try await forgetting.forget(try await history.records(id: last.id), of: "north")
        #expect(try await history.search(Search(text: "AL26ONE"), limit: 5).records.isEmpty)
        #expect(talk.all.isEmpty, "\(talk.all)")
        // Of another site, that is told.
        try await take([scene.event("BO26TH")], of: "south", into: history, settings)
        try await forgetting.forget(try await history.records(id: both.id), of: "north")
        #expect(talk.all.count == 1 && talk.all[0].contains("seen by other cameras"), "\(talk.all)")
    }

    @Test func `a line that a text was taken out of still says what its site calls the camera`() async throws {
        let settings = try settings()
        let history = try SQLiteHistory(path: scene.history)
        try await take(
            [scene.event("AL26ONE"), scene.event("ST26AYS", candidates: ["ST26AYS", "AL26ONE"])], of: "north",
            into: history, settings)
        let forgotten = try await history.forget("AL26ONE")
        #expect(forgotten.records == 1 && forgotten.votes == 1)
        for record in try await history.records(after: 0, limit: 10) {
            let text = String(decoding: record.line, as: UTF8.self)
            #expect(record.camera == "north/gate" && record.loggedCamera == "gate", "\(text)")
            #expect(text.contains("\"camera\":\"gate\"") && !text.contains("north"), "\(text)")
            #expect(String(decoding: record.told, as: UTF8.self).hasSuffix(",\"filed_under\":\"north/gate\"}"))
        }
    }
}
