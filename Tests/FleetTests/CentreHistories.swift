import Foundation
import History
import PostgreSQLHistory
import Records
import TestSupport

@testable import Fleet

/// Histories as centres have them: a file, or a database that two of them share.
struct CentreHistories {
    enum End: CaseIterable { case sqlite, postgresql }

    let folder: TemporaryFolder
    private let end: End
    private let address: String?

    init(_ end: End) throws {
        folder = try TemporaryFolder()
        self.end = end
        address = end == .postgresql ? try PostgreSQLServer.shared?.schema() : nil
    }

    static var ends: [End] { PostgreSQLServer.isInstalled ? End.allCases : [.sqlite] }

    /// Another process' view of the same.
    func history(_ hub: String = "centre") async throws -> any History {
        guard let address else { return try SQLiteHistory(path: folder.file("history.sqlite")) }
        return try await PostgreSQLHistory(ServerPlace(address), hub: hub)
    }

    static func event(_ number: Int, camera: String = "gate") -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_348_800_000 + Int64(number) * 1000)
        return PlateEvent(
            id: "01M7" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)", time: time,
            camera: camera, plate: "N\(number)", plateRaw: "N\(number)", confidence: 0.9, candidates: [],
            box: PlateBox(x: 0, y: 0, width: 9, height: 3), reads: 2, framesSeen: 2, firstSeen: time, lastSeen: time,
            engine: "none", latencyMilliseconds: 1)
    }

    static func post(_ numbers: ClosedRange<Int>, of origin: String = "A", behind after: Int64? = nil) -> PostedRecords
    {
        var posted = PostedRecords(origin: origin, after: after ?? Int64(numbers.lowerBound - 1))
        for number in numbers { posted.add(PostedRecord(line: Array(event(number).line.dropLast()))) }
        return posted
    }

    static func site(_ name: String, in history: any History) async throws -> SiteBooks {
        SiteBooks(name, kept: try await history.kept(SiteBooks.space(of: name)))
    }

    /// Lets a site in.
    static func join(_ name: String, in history: any History, keys: [String] = []) async throws -> SiteToken {
        let register = SiteRegister(history)
        let (join, token) = (JoinToken(site: name, authority: nil), SiteToken(site: name))
        try await register.invite(with: join, until: WallTime(milliseconds: .max / 2))
        _ = try await register.join(join.bearer, JoinRequest(token: token.digest, keys: keys), now: .now)
        return token
    }
}
