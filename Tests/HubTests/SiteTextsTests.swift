import Fleet
import History
import Records
import TestSupport
import Testing

/// What a site makes up, in front of whoever asks the centre: who may be root, at a terminal.
@Suite struct SiteTextsTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        try scene.folder.write(
            try scene.folder.text("hub.yaml")
                + "\ningest: {brokers: [\"mqtt://127.0.0.1:9\"], sites: [{name: north}]}\n", to: "hub.yaml")
    }

    /// Two plates of one camera, a month apart, and no seal.
    private func take(camera: String) async throws {
        let history = try SQLiteHistory(path: scene.history)
        var books = SiteBooks(SiteSettings(name: "north"), kept: [:])
        var batch = Batch()
        let events = try ["2024-11-20T12:00:00Z", "2024-12-20T12:00:00Z"].map {
            try scene.event("AB12CDE", camera: camera, at: $0)
        }
        let records = events.enumerated().map {
            FleetRecord(seq: Int64($0.offset + 1), line: Array($0.element.line.dropLast()))
        }
        _ = books.add(records, of: "origin", to: &batch, packer: LinePacker(history.lineForm), now: .now)
        _ = try await history.store(batch)
    }

    @Test func `a camera's name is one line, and moves no cursor`() async throws {
        try await take(camera: "gate\n\u{1B}[2J")
        let status = try scene.hub("status")
        #expect(
            status.output.contains("north, gate\\u{a}\\u{1b}[2J: lines came for hours without a seal"), "\(status)")
        #expect(!status.output.contains("\u{1B}"))
        let search = try scene.hub("search", "AB12CDE", "--camera", "yard")
        #expect(search.status == 64 && search.errors.contains("There are: north.gate\\u{a}\\u{1b}[2J."), "\(search)")
    }

    @Test func `what is said on standard error moves no cursor, whoever said it`() throws {
        let result = try scene.hub("search", "AB12CDE", "\u{1B}[2J")
        #expect(result.status == 64 && !result.errors.contains("\u{1B}"), "\(result)")
        #expect(result.errors.contains("\\u{1b}[2J"), "\(result)")
    }
}
