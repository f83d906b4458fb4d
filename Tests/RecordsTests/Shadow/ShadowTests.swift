import Records
import Testing

@Suite struct ShadowTests {
    private static let start = WallTime(milliseconds: 1_790_000_000_000)

    private func plate(
        _ text: String, _ by: ShadowPlate.Reporter, at second: Double, for seconds: Double = 1, x: Int = 100,
        file: String? = nil
    ) -> ShadowPlate {
        let first = WallTime(milliseconds: Self.start.milliseconds + Int64(1000 * second))
        let last = WallTime(milliseconds: first.milliseconds + Int64(1000 * seconds))
        return ShadowPlate(
            time: last, camera: "gate", by: by, plate: text, confidence: 0.912, probability: 0.97, reads: 3,
            firstSeen: first, lastSeen: last, box: .init(x: x, y: 50, width: 80, height: 20), lane: "in", file: file)
    }

    private func count(_ shadow: String, frames: Int = 10) -> ShadowCount {
        ShadowCount(
            time: Self.start, camera: "gate", frames: frames, looked: frames - 2, leftOut: 2, failed: 1,
            runningMilliseconds: 50, shadowMilliseconds: 40, running: ["plates.per_frame": "3"],
            shadow: ["plates.per_frame": shadow])
    }

    private func day(_ lines: [[UInt8]]) -> ShadowDay { ShadowDay(lines.flatMap { $0 }, day: "2026-09-21") }

    @Test func `lines are read back as they were written, with what a later version adds`() throws {
        let plate = plate("AB12CD", .shadow, at: 0, file: "a.mp4")
        #expect(try ShadowPlate(line: plate.line) == plate)
        let count = count("6")
        #expect(try ShadowCount(line: count.line) == count)
        let later = String(decoding: plate.line, as: UTF8.self).replacing(#""reads":3"#, with: #""reads":3,"new":[1]"#)
        #expect(try ShadowPlate(line: Array(later.utf8)).line == Array(later.utf8))
        for line in [plate.line, count.line] {
            #expect(throws: LineFault.self) { try ShadowPlate(line: Array(line.dropLast(9))) }
            #expect(throws: LineFault.self) { try ShadowCount(line: Array(line.dropLast(9))) }
        }
    }

    @Test func `one vehicle is told once, whatever the two made of it`() {
        let difference = ShadowDifference([
            // The shadow took half a minute longer for a vehicle that stood there.
            plate("AB12CD", .running, at: 0), plate("AB12CD", .shadow, at: 30),
            // A character apart, and a part of the other.
            plate("XY34EF", .running, at: 100), plate("XY34E", .shadow, at: 101),
            plate("O1KLM2", .running, at: 200), plate("01KLM2", .shadow, at: 200.5),
            // Nothing in common but the place.
            plate("TAXI24", .running, at: 300), plate("99ZZ11", .shadow, at: 300),
            // Beside each other in one picture.
            plate("LEFT11", .running, at: 400), plate("77RGHT", .shadow, at: 400, x: 500),
            // An hour apart.
            plate("AB12CD", .shadow, at: 3600),
        ])
        #expect(difference.same.map(\.running.plate) == ["AB12CD"])
        #expect(difference.differing.map(\.running.plate) == ["XY34EF", "O1KLM2", "TAXI24"])
        #expect(difference.differing.map(\.shadow.plate) == ["XY34E", "01KLM2", "99ZZ11"])
        #expect(difference.onlyRunning.map(\.plate) == ["LEFT11"])
        #expect(difference.onlyShadow.map(\.plate) == ["77RGHT", "AB12CD"])
    }

    @Test func `of two vehicles with one text each has its own, and two recordings have nothing in common`() {
        let twice = ShadowDifference([
            plate("AB12CD", .running, at: 0), plate("AB12CD", .running, at: 20),
            plate("AB12CD", .shadow, at: 21), plate("AB12CD", .shadow, at: 1),
        ])
        #expect(twice.same.count == 2 && twice.isNone)
        #expect(
            twice.same.map { $0.shadow.firstSeen.milliseconds - $0.running.firstSeen.milliseconds } == [1000, 1000])
        let apart = ShadowDifference([
            plate("AB12CD", .running, at: 0, file: "a.mp4"), plate("AB12CD", .shadow, at: 0, file: "b.mp4"),
        ])
        #expect(apart.onlyRunning.count == 1 && apart.onlyShadow.count == 1)
    }

    @Test func `a day tells of the last two configurations that ran, and passes over what a kill left of a line`() {
        let torn = Array(plate("TORN11", .shadow, at: 5).line.prefix(60)) + [UInt8(ascii: "\n")]
        let found = day([
            count("6").line, plate("AB12CD", .running, at: 0).line, count("6").line,
            count("9").line, plate("XY34EF", .shadow, at: 9).line, torn, count("9", frames: 20).line,
        ])
        #expect(found.plates.map(\.plate) == ["XY34EF"])
        #expect(
            found.count?.frames == 30 && found.count?.leftOut == 4 && found.count?.shadow == ["plates.per_frame": "9"])
        #expect(found.since == Self.start)
        #expect(day([count("6").line, count("6").line]).since == nil)
        #expect(day([]).count == nil && ShadowReport(day([])).text.contains("nothing is written down"))
    }

    @Test func `the report has what differs, what it cost and what was left out`() {
        let report = ShadowReport(
            day([
                count("6").line, plate("AB12CD", .running, at: 0).line, plate("AB12CD", .shadow, at: 0).line,
                plate("XY34EF", .running, at: 60).line, plate("O1KLM2", .running, at: 200).line,
                plate("01KLM2", .shadow, at: 200).line,
            ]))
        #expect(
            report.text == """
                gate, 2026-09-21 (UTC)
                  plates.per_frame: 6  # running: 3
                10 pictures; the shadow looked at 8, left out 2, failed on 1
                Processor time a picture, decoding not included: running 5.0 ms, shadow 5.0 ms
                What only the running configuration reported may have been in the pictures that were left out.

                The same: 1
                Two texts: 1
                  14:16:40  running: O1KLM2 (probability 0.97, 3 reads); shadow: 01KLM2 (probability 0.97, 3 reads)
                Only the running configuration: 1
                  14:14:20  XY34EF (probability 0.97, 3 reads), lane in
                Only the shadow: 0

                Nothing was changed. Which of them is right, this does not say: look at the pictures of those that differ.

                """)
        let json = String(decoding: report.json, as: UTF8.self)
        #expect(json.hasPrefix(#"{"schema":"plated.shadow_report/1","day":"2026-09-21","camera":"gate","since":null"#))
        #expect(json.contains(#""same":1,"differing":[{"running":{"schema":"plated.shadow/1""#) && json.hasSuffix("\n"))
    }
}
