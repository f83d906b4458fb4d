import Answers
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Records
import TestSupport
import Testing

@testable import Console

/// The list of misses, a page after the other: each once, and only those that are asked for.
@Suite struct MissedPagesTests {
    private let folder: TemporaryFolder
    private let ids = EventIDs()
    /// 21 September 2026, 14:13:20 UTC.
    private let start = WallTime(milliseconds: 1_790_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func time(_ hours: Double) -> WallTime {
        WallTime(milliseconds: start.milliseconds + Int64(hours * 3_600_000))
    }

    private func miss(
        at hours: Double, _ reason: String = "too_small", moved: Bool = true, weight: Double = 0, id: String? = nil,
        lasts: Bool = false
    ) -> MissRecord {
        MissRecord(
            id: id ?? ids.next(at: time(hours)), time: time(hours), camera: "gate", reason: reason,
            firstSeen: time(hours), lastSeen: time(hours), lasts: lasts, looks: 1, weight: weight,
            reasons: [(reason, 1)], box: PlateBox(x: 0, y: 0, width: 1, height: 1), textHeight: 8,
            frame: .init(width: 64, height: 48), moved: moved)
    }

    private func write(_ records: [MissRecord]) throws {
        for (day, lines) in Dictionary(grouping: records, by: { MissedFiles.day(of: $0.time) }) {
            try folder.write(Data(lines.flatMap(\.line)), to: MissedFiles.ledger(of: day))
        }
    }

    private func answer(_ fields: String) throws -> MissedAnswer {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/api/missed")
        let query = Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())), parts: [],
            fields: try #require(Fields("from=2026-09-21T00:00:00Z&to=2026-09-23T00:00:00Z&\(fields)")),
            session: Session(digest: "", name: "vera", role: .operator, cameras: [], ends: time(100)), address: "",
            isSecure: false, now: time(100))
        let reader = MissedFolderReader(camera: "gate", path: folder.path)
        return MissedAnswer(try WhyQuestion(query, zone: .utc), readers: [reader])
    }

    /// The identifiers on each page, up to the last one.
    private func pages(of limit: Int) throws -> [[String]] {
        var pages: [[String]] = []
        var after = ""
        while pages.count < 20 {
            let answer = try answer("limit=\(limit)\(after)")
            pages.append(answer.rows.map(\.id))
            guard let next = answer.next else { break }
            after = "&after=\(next)"
        }
        return pages
    }

    @Test func `what lasts and is written again takes no other from the pages`() throws {
        let (car, sign) = (miss(at: 0, lasts: true), miss(at: 1, lasts: true))
        // Over midnight.
        let others = (3...12).map { miss(at: Double($0)) }
        let again = [miss(at: 13, id: car.id, lasts: true), miss(at: 13.1, id: sign.id, lasts: true)]
        try write([car, sign] + others + again)
        let pages = try pages(of: 3)
        #expect(pages.map(\.count) == [3, 3, 3, 3])
        #expect(pages.flatMap(\.self) == others.reversed().map(\.id) + [sign.id, car.id])
    }

    @Test func `after a clock that was ahead misses have their places by their lines`() throws {
        _ = ids.next(at: time(30))
        let before = (0...4).map { miss(at: Double($0)) }
        #expect(before.allSatisfy { $0.id > EventIDs().next(at: time(29)) })
        // The scanner starts again.
        let anew = EventIDs()
        let after = (5...9).map { miss(at: Double($0), id: anew.next(at: time(Double($0)))) }
        try write(before + after)
        let pages = try pages(of: 2)
        #expect(pages.flatMap(\.self) == (before + after).reversed().map(\.id))
        #expect(pages.count == 5)
    }

    @Test func `an improbable plate is a vehicle's, though it stood there and was read unsurely`()
        throws
    {
        let improbable = miss(at: 0, "improbable", moved: false, weight: 0.3)
        try write([improbable, miss(at: 1, "no_agreement", moved: false, weight: 0.3)])
        #expect(try answer("").rows.map(\.id) == [improbable.id])
        #expect(try answer("because=improbable").rows.map(\.id) == [improbable.id])
    }

    @Test func `a reason that a newer line has taken back is none`() throws {
        let sign = miss(at: 0, "low_confidence", lasts: true)
        let other = miss(at: 0.5, "low_confidence")
        try write([sign, other, miss(at: 1, "no_agreement", id: sign.id, lasts: true)])
        #expect(try answer("because=low_confidence").rows.map(\.id) == [other.id])
        #expect(try answer("because=no_agreement").rows.map(\.id) == [sign.id])
    }
}
