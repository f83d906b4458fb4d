import Answers
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Records
import Rules
import TestSupport
import Testing

@testable import Console

/// Which lists the search offers: their names are for who may see the lists.
@Suite struct ListNamesTests {
    private func offered(_ fields: String, to cameras: Set<String>) async throws -> [String] {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("lists"), withIntermediateDirectories: true)
        let plates = try Routes.onNothing(in: folder).plates
        for (name, kind) in [("staff", ListKind.allow), ("stolen", .deny)] {
            _ = try await plates.lists.change { folder in try folder.change(name, as: kind) { _ in } }
        }
        let fields = try #require(Fields(fields))
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/plates")
        let query = Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: [], fields: fields,
            session: Session(
                digest: "", name: "olga", role: .operator, cameras: cameras, ends: WallTime(milliseconds: 0)),
            address: "", isSecure: false, now: .now)
        let lists = try #require(plates.form(fields, cameras: [], query)["lists"] as? [Pages.Values])
        return lists.compactMap { values in
            (values["name"] as? String).map { $0 + (values["isChosen"] as? Bool == true ? " (chosen)" : "") }
        }
    }

    @Test func `who sees all cameras is offered all lists`() async throws {
        #expect(try await offered("", to: []) == ["staff", "stolen"])
        #expect(try await offered("list=staff", to: []) == ["staff (chosen)", "stolen"])
    }

    @Test func `who sees some cameras alone is offered none, and keeps what was asked for`() async throws {
        #expect(try await offered("", to: ["gate"]) == [])
        #expect(try await offered("list=staff", to: ["gate"]) == ["staff (chosen)"])
    }
}
