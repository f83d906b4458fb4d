import Answers
import CameraSetup
import Foundation
import HTTPTypes
import History
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Records
import Rules
import Synchronization
import TestSupport
import Testing

@testable import Console

/// A console that asks for a reason of every look-up: what it keeps back until there is one. `scripts/console/reason.py` asks a browser.
@Suite struct ReasonTests {
    private final class Recorded: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private static let yaml = "source:\n  url: rtsp://192.0.2.9/s\n"

    private let folder: TemporaryFolder
    private let recorded: Recorded
    private let routes: Routes

    init() throws {
        folder = try TemporaryFolder()
        let recorded = Recorded()
        self.recorded = recorded
        try folder.write(Self.yaml, to: "etc/gate.yaml")
        routes = try Routes.onNothing(
            in: folder, cameras: folder.file("etc"),
            lookups: Lookups(needsReason: true) { _, command, words, reason in
                recorded.add("\(command) \(words.joined(separator: " ")): \(reason ?? "none")")
            })
    }

    private func query(_ path: String, _ parts: [String], _ text: String = "") throws -> Query {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        return Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: parts,
            fields: try #require(Fields(text)),
            session: Session(digest: "", name: "adam", role: .admin, cameras: [], ends: WallTime(milliseconds: 0)),
            address: "", isSecure: false, now: .now)
    }

    private func gate(_ text: String = "") throws -> Query { try query("/cameras/gate", ["gate"], text) }

    @Test func `a camera's page shows nothing of what it sees before somebody says why`() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("etc/gate"), withIntermediateDirectories: true)
        let scanner = try ScriptedScanner(folder.file("etc/gate/live.sock"))
        let closed = try await routes.cameras.camera(gate()).page()
        #expect(closed.contains("Why do you look?") && !closed.contains("picture.jpg"))
        #expect(!closed.contains("id=\"camera\"") && !closed.contains("/cameras.js"))
        await #expect(throws: Lookups.reasonless) { try await routes.cameras.setupState(gate("open=1")) }
        await #expect(throws: Lookups.reasonless) { try await routes.cameras.cameraPicture(gate()) }
        await #expect(throws: Lookups.reasonless) { try await routes.cameras.seen(gate(), .look) }
        #expect(await routes.cameras.live.minutes.isKept("gate") == false)
        #expect(recorded.all == [])
        let open = try await routes.cameras.camera(gate("reason=case+17")).page()
        #expect(open.contains("/api/cameras/gate/picture.jpg?width=1920&amp;reason=case%2017"))
        #expect(open.contains("name=\"reason\" value=\"case 17\"") && !open.contains("Why do you look?"))
        #expect(await routes.cameras.live.minutes.isKept("gate"))
        #expect(recorded.all == ["watch live gate: case 17"])
        withExtendedLifetime(scanner) {}
    }

    @Test(arguments: ["look", "try", "try-last", "check"])
    func `a form that was sent without a reason shows nothing either`(action: String) async throws {
        let base = try CameraFile(Self.yaml).version
        let response = try await routes.cameras.changeCamera(gate("base=\(base)&do=\(action)"))
        #expect(response.status == (action == "check" ? .ok : .unprocessableContent))
        let page = try await response.page()
        #expect(page.contains("Why do you look?") && !page.contains("id=\"camera\""))
        #expect(recorded.all == [])
        let draft = try #require(await routes.cameras.setup.draft("gate"))
        #expect(draft.look == nil && draft.retry == nil)
        guard action == "look" else { return }
        let given = try await routes.cameras.changeCamera(gate("base=\(base)&do=look&reason=case+17"))
        #expect(given.status == .seeOther && given.headers[.location] == "/cameras/gate?reason=case%2017")
        #expect(recorded.all == ["look gate: case 17"])
    }

    @Test func `a new camera is looked at for a reason, or not added`() async throws {
        let line = UInt8(ascii: "\n")
        let choices = try JSONEncoder().encode(SetupChoices(countries: [], devices: []))
        let head = try JSONEncoder().encode(PartHead(.choices, bytes: choices.count))
        let end = try JSONEncoder().encode(PartHead(.end, bytes: 0))
        let probe = try ScriptedScanner(
            folder.file("p"), Array(head) + [line] + Array(choices) + Array(end) + [line])
        let form = "name=yard&source-url=rtsp://192.0.2.10/s"
        let refused = try await routes.cameras.addCamera(query("/cameras/new", [], form))
        #expect(refused.status == .unprocessableContent)
        #expect(try await refused.page().contains("say why you look"))
        #expect(await routes.cameras.setup.draft("yard") == nil)
        #expect(recorded.all == [])
        let added = try await routes.cameras.addCamera(query("/cameras/new", [], form + "&reason=case+17"))
        #expect(added.headers[.location] == "/cameras/yard?reason=case%2017")
        #expect(recorded.all == ["look yard: case 17"])
        withExtendedLifetime(probe) {}
    }

    @Test func `nor is a plate told by the title of its page`() async throws {
        let time = WallTime.now
        let event = PlateEvent(
            id: EventIDs().next(at: time), time: time, camera: "gate", plate: "RK4828N", plateRaw: "RK4828N",
            confidence: 0.9, candidates: [], box: PlateBox(x: 0, y: 0, width: 1, height: 1), reads: 1, framesSeen: 1,
            firstSeen: time, lastSeen: time, engine: "test", latencyMilliseconds: 1)
        var batch = Batch()
        let bytes = Array(event.line.dropLast())
        let entry = Entry(try Record(line: bytes), line: bytes, log: "", now: time, packer: LinePacker())
        batch.entries.append(("log", try #require(entry)))
        _ = try await routes.events.history.store(batch)
        let path = "/plates/" + event.id
        let closed = try await routes.events.plate(query(path, [event.id])).page()
        #expect(closed.contains("Why do you look?") && !closed.contains("RK4828N"))
        let corrected = try await routes.events.correct(query(path + "/correction", [event.id], "plate=RK482BN")).page()
        #expect(!corrected.contains("RK4828N"))
        let open = try await routes.events.plate(query(path, [event.id], "reason=case+17")).page()
        #expect(open.contains("<title>RK4828N"))
        #expect(recorded.all == ["show \(event.id): case 17"])
    }
}
