import Answers
import Foundation
import Records
import TestSupport
import Testing

/// Misses of a scanner whose clock was wrong for a while: its later identifiers tell the time that it showed then.
@Suite struct MissedClockTests {
    private static let day: Int64 = 86_400_000

    private let folder: TemporaryFolder
    /// 21 September 2026, 14:13:20 UTC.
    private let now = WallTime(milliseconds: 1_790_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func reader(_ camera: String = "gate") -> MissedFolderReader {
        MissedFolderReader(camera: camera, path: folder.file(camera))
    }

    private func time(days: Double) -> WallTime {
        WallTime(milliseconds: now.milliseconds + Int64(days * Double(Self.day)))
    }

    /// Writes one line at a time, of a run whose clock had shown another before.
    private func write(
        days: Double, after: Double, camera: String = "gate", as known: String? = nil
    ) throws -> String {
        let ids = EventIDs()
        _ = ids.next(at: time(days: after))
        let (id, at) = (known ?? ids.next(at: time(days: days)), time(days: days))
        let record = MissRecord(
            id: id, time: at, camera: camera, reason: "too_small", firstSeen: at, lastSeen: at, looks: 1,
            reasons: [("too_small", 1)], plate: nil, box: PlateBox(x: 0, y: 0, width: 1, height: 1), textHeight: 8,
            frame: .init(width: 64, height: 48), moved: true)
        try folder.write(Data(record.line), to: "\(camera)/\(MissedFiles.ledger(of: MissedFiles.day(of: at)))")
        return id
    }

    @Test(arguments: [0.6, 30, 1200])
    func `after a clock that was ahead a miss is found by its identifier`(ahead: Double) throws {
        let id = try write(days: -0.1, after: ahead)
        #expect(MissedFolderReader.miss(id, in: [reader()], now: now)?.0.id == id)
        #expect(MissedFolderReader.miss(String(id.dropLast()) + "_", in: [reader()], now: now) == nil)
    }

    @Test func `all cameras are looked at by the identifier before all days of any`() throws {
        let near = try write(days: -0.1, after: -0.2, camera: "exit")
        let far = try write(days: -30, after: -31, as: near)
        #expect(far == near && reader().miss(near, now: now) == nil)
        #expect(reader().miss(near, now: now, anywhere: true)?.camera == "gate")
        let found = MissedFolderReader.miss(near, in: [reader(), reader("exit")], now: now)
        #expect(found?.0.camera == "exit" && found?.1.camera == "exit")
    }

    @Test(arguments: [-700.0, -20, 700])
    func `what was written by a clock that was wrong is found where it lies`(days: Double) throws {
        let id = try write(days: days, after: days - 1)
        #expect(reader().miss(id, now: now)?.id == id)
    }
}
