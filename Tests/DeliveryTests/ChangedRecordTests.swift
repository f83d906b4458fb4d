import Fleet
import Foundation
import History
import TestSupport
import Testing

@testable import Delivery

/// What somebody changed of a site's records shows at the centre: hubs as programs, and a real broker between them.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct ChangedRecordTests {
    private let scene: EnrolmentScene

    init() throws {
        scene = try EnrolmentScene(.mosquitto)
        _ = try scene.join("north")
    }

    private func has(_ lines: [String]) async throws {
        try await scene.waits { try await scene.stored("north/gate") == lines }
    }

    /// What the centre says of the site's chains.
    private func status() throws -> (breaks: Bool, text: String) {
        let text = try scene.hub("status", of: "centre").output
        let json = try scene.hub("status", "--format", "json", of: "centre").output
        return (!json.contains("\"breaks\":0"), text)
    }

    @Test func `a line that was changed in the site's log after it was sealed`() async throws {
        let centre = try scene.start("centre")
        defer { EnrolmentScene.end(centre) }
        try scene.log(0..<10, at: "north")
        let whole = try scene.logged("north")
        let changed = whole.map { $0.replacing("\"N5\"", with: "\"N55\"") }
        try #require(changed != whole)
        try scene.folder.write(changed.map { $0 + "\n" }.joined(), to: "north/gate.ndjson")
        let north = try scene.start("north")
        defer { EnrolmentScene.end(north) }
        try await has(changed)
        let found = try status()
        #expect(found.breaks && found.text.contains("does not name the line before it"), "\(found)")
    }

    @Test func `a record that was changed on its way, by somebody who has the site's credentials`() async throws {
        let centre = try scene.start("centre")
        defer { EnrolmentScene.end(centre) }
        try scene.log(0..<10, at: "north")
        let first = try scene.logged("north")
        let north = try scene.start("north")
        do {
            defer { EnrolmentScene.end(north) }
            try await has(first)
        }
        #expect(try !status().breaks)

        // What comes next, with another plate in it.
        try scene.log(10..<20, at: "north")
        let next = try scene.logged("north").dropFirst(first.count).map { $0.replacing("\"N15\"", with: "\"N77\"") }
        let history = try SQLiteHistory(path: scene.folder.file("north/history.sqlite"), access: .reading)
        let last = try #require(try await history.records(after: 0, limit: 10_000).last?.seq)
        let message = FleetMessage(
            origin: try await history.origin(), after: last,
            records: next.enumerated().map { FleetRecord(seq: last + 1 + Int64($0), line: Array($1.utf8)) })
        try Data(message.bytes).write(to: URL(fileURLWithPath: scene.folder.file("forged")))
        try scene.broker.say(
            "plated/v1/north/records", file: scene.folder.file("forged"), try scene.login(of: "north"))
        try await has(first + next)
        let found = try status()
        #expect(found.breaks && found.text.contains("does not name the line before it"), "\(found)")
    }
}
