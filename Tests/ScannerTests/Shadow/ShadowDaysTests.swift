import Records
import TestSupport
import Testing

@testable import Scanner

/// What a start makes of the days of earlier runs.
@Suite struct ShadowDaysTests {
    @Test func `a day that a kill ended has its difference anew, though a stop amid it had left one`() throws {
        let (folder, clock) = (try TemporaryFolder(), TestClock())
        let yesterday = WallTime(milliseconds: clock.now.wall.milliseconds - 86_400_000)
        let count = ShadowCount(time: yesterday, camera: "gate", running: [:], shadow: [:])
        let plate = ShadowPlate(
            time: yesterday, camera: "gate", by: .shadow, plate: "AB12CD", confidence: 0.9, probability: nil, reads: 2,
            firstSeen: yesterday, lastSeen: yesterday, box: PlateBox(x: 1, y: 2, width: 3, height: 4), lane: nil,
            file: nil)
        try folder.write(String(decoding: count.line + plate.line, as: UTF8.self), to: "shadow/2026-09-20.ndjson")
        try folder.write("as of the stop", to: "shadow/2026-09-20.txt")
        // What came after it was written when that day was over.
        try folder.write("", to: "shadow/2026-09-19.ndjson")
        try folder.write("of all of the day", to: "shadow/2026-09-19.txt")
        var diary = try ShadowDiary(
            .init(folder: folder.file("shadow"), camera: "gate", running: [:], shadow: [:]),
            clock: .live(epoch: clock.now.instant), trust: .synchronised, log: ScannerScene().log, now: clock.now)
        // The day of the clock is 2026-09-21.
        diary.tend(now: clock.now)
        #expect(try folder.text("shadow/2026-09-20.txt").contains("Only the shadow: 1\n"))
        #expect(try folder.text("shadow/2026-09-19.txt") == "of all of the day")
    }
}
