import Answers
import Records
import Testing

@testable import Console

/// When a vehicle left, as somebody types it.
@Suite struct SessionLeftTests {
    /// As in Berlin in autumn 2026: at 1:00 UTC on 25 October clocks are set from 3:00 to 2:00.
    private static let berlin = LocalZone { $0.milliseconds < 1_792_890_000_000 ? 7200 : 3600 }

    private func left(_ text: String, entry: String, now: String = "2026-10-25T10:00:00Z") throws -> String {
        let (entered, moment) = (try #require(WallTime(rfc3339: entry)), try #require(WallTime(rfc3339: now)))
        let time = try TimeExpression(text, now: moment, zone: Self.berlin)
        return SessionRoutes.left(time, entry: entered, now: moment).description
    }

    @Test func `in an hour that is there twice it left in the first, or where it came in later, the second`() throws {
        #expect(try left("2:30", entry: "2026-10-25T00:10:00Z") == "2026-10-25T00:30:00.000Z")
        #expect(try left("2:30", entry: "2026-10-25T00:45:00Z") == "2026-10-25T01:30:00.000Z")
        // It has not been there for the second time.
        let early = try left("2:30", entry: "2026-10-25T00:45:00Z", now: "2026-10-25T01:10:00Z")
        #expect(early == "2026-10-25T00:30:00.000Z")
    }

    @Test func `what is no such hour is taken as it is said`() throws {
        #expect(try left("1:30", entry: "2026-10-25T00:45:00Z") == "2026-10-24T23:30:00.000Z")
        #expect(try left("9:00", entry: "2026-10-25T00:45:00Z") == "2026-10-25T08:00:00.000Z")
        // A day begins before it came in, and its end is not when it left.
        #expect(try left("yesterday", entry: "2026-10-24T12:00:00Z") == "2026-10-23T22:00:00.000Z")
    }
}
