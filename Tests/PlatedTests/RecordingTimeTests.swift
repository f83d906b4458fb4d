import Foundation
import Records
import TestSupport
import Testing

@testable import plated

@Suite struct WrittenTimeTests {
    @Test(arguments: [
        ("2026-11-21T10:32:05Z", "2026-11-21T10:32:05.000Z"), ("2026-11-21 10:32:05.25z", "2026-11-21T10:32:05.250Z"),
        ("2026-11-21T10:32:05+01:00", "2026-11-21T09:32:05.000Z"),
        ("2026-11-21T10:32:05.123456-05:30", "2026-11-21T16:02:05.123Z"),
    ])
    func `a time with a zone is that time`(text: String, utc: String) throws {
        let written = try #require(WrittenTime(text))
        #expect("\(written.time)" == utc && written.assumedZone == nil)
    }

    @Test func `a time without a zone is local, and says in which zone`() throws {
        let written = try #require(WrittenTime("2026-11-21T10:32:05"))
        let zone = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 1_795_257_125))
        let utc = try #require(WrittenTime("2026-11-21T10:32:05Z")).time.milliseconds
        #expect(written.time.milliseconds == utc - Int64(zone) * 1000)
        #expect(written.assumedZone?.hasPrefix("UTC") == true)
    }

    @Test(arguments: [
        "", "now", "2026-11-21", "2026-11-31T10:32:05Z", "2026-11-21T24:00:00Z", "2026-11-21T10:60:05Z",
        "2026-13-21T10:32:05Z", "2026-11-21T10:32:05+25:00", "2026-11-21T10:32:05Zulu", "21.11.2026 10:32:05",
    ])
    func `what is no time is none`(text: String) {
        #expect(WrittenTime(text) == nil)
    }

    @Test(arguments: [
        "2026-11-21_10-32-05.mp4", "20261121T103205Z.mp4", "/srv/gate 2026.11.21 10.32.05.mov", "20261121_103205.mp4",
        "NVR_ch1_main_20261121103205_20261121104205.mp4", "VID_20261121_103205123.mp4", "gate-2026-11-21T10:32:05.mkv",
        "2026-11-21_10.32.05-10.47.05[M][0@0][0].mp4", "99999999-gate-20261121-103205.mkv",
    ])
    func `recorders' names tell the time`(name: String) throws {
        let named = try #require(WrittenTime(inName: name))
        let local = try #require(WrittenTime("2026-11-21T10:32:05"))
        let utc = try #require(WrittenTime("2026-11-21T10:32:05Z"))
        let expected = name.contains("Z.") ? utc.time : local.time
        #expect(named.time.milliseconds / 1000 == expected.milliseconds / 1000)
    }

    @Test(arguments: [
        "clip.mp4", "uk_mercedes_720p30.mp4", "20261121.mp4", "202611211032051234.mp4", "2026-11-31_10-32-05.mp4",
        "/2026-11-21_10-32-05/clip.mp4", "120261121103205.mp4", "IMG_0001.jpg",
    ])
    func `other names tell none`(name: String) {
        #expect(WrittenTime(inName: name) == nil)
    }
}

@Suite struct RecordingTimeTests {
    private let now = WallTime(milliseconds: 1_795_300_000_000)

    private func time(
        of path: String, recordedAt: Double? = nil, duration: Duration? = .seconds(60), given: WallTime? = nil
    ) -> RecordingTime {
        RecordingTime(of: path, recordedAt: recordedAt, duration: duration, given: given, now: now)
    }

    private func file(_ name: String, in folder: TemporaryFolder, changed: TimeInterval) throws -> String {
        let path = try folder.write("clip", to: name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: changed)], ofItemAtPath: path)
        return path
    }

    @Test func `who knows it best is believed: a person, the file, its name, its last change`() throws {
        let folder = try TemporaryFolder()
        let named = try file("2026-11-21_10-32-05Z.mp4", in: folder, changed: 1_795_290_000)
        let given = WallTime(milliseconds: 5000)
        let stated = time(of: named, recordedAt: 1_700_000_000, given: given)
        #expect(stated.start == given && stated.basis == .given)
        let made = time(of: named, recordedAt: 1_700_000_000)
        #expect(made.start.milliseconds == 1_700_000_000_000 && made.basis == .metadata)
        #expect(made.note(of: "clip") == nil)
        // What a recorder says whose clock was never set.
        #expect(time(of: named, recordedAt: 315_532_800).basis == .name)
        let byName = time(of: named)
        #expect("\(byName.start)" == "2026-11-21T10:32:05.000Z" && byName.basis == .name)
        let changed = try file("clip.mp4", in: folder, changed: 1_795_290_000)
        let byChange = time(of: changed)
        // Its last minute was written then.
        #expect(byChange.start.milliseconds == (1_795_290_000 - 60) * 1000 && byChange.basis == .lastChange)
        #expect(try #require(byChange.note(of: "clip")).contains("--start TIME"))
    }

    @Test func `no name and no clock puts a recording into the future`() throws {
        let folder = try TemporaryFolder()
        let tomorrow = try file("2099-01-01_00-00-00.mp4", in: folder, changed: 4_000_000_000)
        let later = time(of: tomorrow)
        #expect(later.start.milliseconds == now.milliseconds - 60_000 && later.basis == .now)
        let missing = time(of: folder.file("%04d.jpg"), duration: nil)
        #expect(missing.start == now)
    }
}
