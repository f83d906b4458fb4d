import Answers
import Foundation
import Records
import TestSupport
import Testing

/// What the console reads of a camera's folder of misses.
@Suite struct MissedFolderReaderTests {
    private let folder: TemporaryFolder
    private let ids = EventIDs()
    /// 21 September 2026, 14:13:20 UTC.
    private let start = WallTime(milliseconds: 1_790_000_000_000)
    private let hour: Int64 = 3_600_000

    init() throws {
        folder = try TemporaryFolder()
    }

    private var reader: MissedFolderReader { MissedFolderReader(camera: "gate", path: folder.path) }

    private func time(_ hours: Double) -> WallTime {
        WallTime(milliseconds: start.milliseconds + Int64(hours * Double(hour)))
    }

    private func miss(
        at hours: Double, _ reason: String = "too_small", moved: Bool = true, weight: Double = 0, id: String? = nil,
        camera: String = "gate", lasts: Bool = false
    ) -> MissRecord {
        MissRecord(
            id: id ?? ids.next(at: time(hours)), time: time(hours), camera: camera, reason: reason,
            firstSeen: time(hours), lastSeen: time(hours + 0.001), lasts: lasts, looks: 1, weight: weight,
            reasons: [(reason, 1)], plate: nil, box: PlateBox(x: 0, y: 0, width: 1, height: 1), textHeight: 8,
            frame: .init(width: 64, height: 48), moved: moved,
            samples: [PlateLook(offset: 0, weight: 0.9, textHeight: 8, reason: "cut_off")])
    }

    private func write(_ records: [MissRecord], rest: String = "") throws {
        for (day, lines) in Dictionary(grouping: records, by: { MissedFiles.day(of: $0.time) }) {
            try folder.write(Data(lines.flatMap(\.line) + Array(rest.utf8)), to: MissedFiles.ledger(of: day))
        }
    }

    private func found(
        _ from: Double = -100, _ until: Double = 100, reason: String? = nil, onlyVehicles: Bool = false,
        after: String? = nil, limit: Int = 50
    ) -> [MissRecord] {
        reader.misses(
            from: time(from), until: time(until), reason: reason, onlyVehicles: onlyVehicles, after: after, limit: limit
        )
    }

    @Test func `misses come the newest first, over days, as far as the time that is asked for`() throws {
        let all = stride(from: -30.0, through: 5, by: 5).map { miss(at: $0) }
        try write(all, rest: "{\"torn")
        #expect(found().map(\.id) == all.reversed().map(\.id))
        #expect(found(-21, 1).map(\.id) == all[2...6].reversed().map(\.id))
        #expect(found(limit: 3).count == 4)
        #expect(found(after: all[3].id).map(\.id) == all[..<3].reversed().map(\.id))
        #expect(found(6, 7).isEmpty)
    }

    @Test func `a reason and vehicles alone are sifted as they are told, not as a look among them was`() throws {
        let small = miss(at: 0)
        let cut = miss(at: 1, "cut_off", moved: false)
        let sure = miss(at: 2, "no_agreement", moved: false, weight: 0.6)
        let unsure = miss(at: 3, "no_agreement", moved: false, weight: 0.4)
        let unwanted = miss(at: 4, "format", moved: false)
        try write([small, cut, sure, unsure, unwanted])
        #expect(found(reason: "cut_off").map(\.id) == [cut.id])
        #expect(found(onlyVehicles: true).map(\.id) == [unwanted.id, sure.id, small.id])
        #expect(found(reason: "no_agreement", onlyVehicles: true).map(\.id) == [sure.id])
    }

    @Test func `of lines with one identifier the last counts, and what was read after all is no miss`() throws {
        let first = miss(at: 0, "unread", lasts: true)
        let second = miss(at: 1, "low_confidence", id: first.id)
        let standing = miss(at: 2, lasts: true)
        try write([first, second, standing, miss(at: 3, "reported", moved: false, id: standing.id)])
        #expect(found().map(\.reason) == ["low_confidence"])
        #expect(found(reason: "too_small", onlyVehicles: true).isEmpty)
        #expect(reader.miss(first.id, now: time(3))?.reason == "low_confidence")
    }

    @Test func `what another camera wrote, or nobody, is none`() throws {
        try write([miss(at: 0, camera: "exit")], rest: "no line\n\n{}\n")
        #expect(found().isEmpty)
        for id in ["", "01M70000000000000000000000", "../../../etc/passwd"] {
            #expect(reader.miss(id, now: time(1)) == nil)
        }
        #expect(MissedFolderReader(camera: "gate", path: "/nowhere").tallies(from: time(0), until: time(1)).isEmpty)
    }

    @Test func `a crop is what was written, or is told not to be`() throws {
        var record = miss(at: 0)
        let path = MissedFiles.crop(of: record.id, on: MissedFiles.day(of: start))
        record.crop = .init(path: path, sha256: Digest(of: Array("picture".utf8)).description, bytes: 7)
        #expect(try reader.crop(of: record).state == .missing)
        try folder.write("picture", to: path)
        #expect(try reader.crop(of: record).state == .whole)
        try folder.write("pictuRe", to: path)
        #expect(try reader.crop(of: record).state == .changed)
        record.crop?.path = "../\(path)"
        #expect(try reader.crop(of: record).bytes == nil)
    }

    @Test func `hours are those that overlap the time`() throws {
        let hours = (0..<5).map { number in
            TallyRecord(
                time: start, camera: "gate",
                hour: WallTime(milliseconds: (start.milliseconds / hour + Int64(number)) * hour))
        }
        try folder.write(Data(hours.flatMap(\.line)), to: MissedFiles.tally(of: MissedFiles.day(of: start)))
        #expect(reader.tallies(from: start, until: time(1)).map(\.hour) == hours[...1].map(\.hour))
    }
}
