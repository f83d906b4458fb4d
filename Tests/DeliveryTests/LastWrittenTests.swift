import Delivery
import Foundation
import Records
import TestSupport
import Testing

/// When a hub last wrote down what it had delivered.
@Suite struct LastWrittenTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("delivery.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, at seconds: Double) throws {
        try folder.write("", to: name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: folder.file(name))
    }

    @Test func `what was written last counts, not what a clock that was ahead left in the file before`() throws {
        #expect(DeliveryFile.lastWritten(path) == nil)
        try write("delivery.sqlite", at: 1_900_000_000)
        #expect(DeliveryFile.lastWritten(path) == WallTime(milliseconds: 1_900_000_000_000))
        try write("delivery.sqlite-wal", at: 1_790_000_000)
        #expect(DeliveryFile.lastWritten(path) == WallTime(milliseconds: 1_790_000_000_000))
    }

    @Test func `a run whose clock is behind takes nobody's knowledge of a later time`() throws {
        #expect(DeliveryFile.lastKnown(path) == nil)
        try write("delivery.sqlite.clock", at: 1_800_000_000)
        try write("delivery.sqlite-wal", at: 1_700_000_000)
        #expect(DeliveryFile.lastKnown(path) == WallTime(milliseconds: 1_800_000_000_000))
        try write("delivery.sqlite-wal", at: 1_800_000_060)
        #expect(DeliveryFile.lastKnown(path) == WallTime(milliseconds: 1_800_000_060_000))
        // And a clock that can be trusted says anew what time it is.
        DeliveryFile.markTrusted(path)
        try write("delivery.sqlite-wal", at: 1_700_000_000)
        let known = try #require(DeliveryFile.lastKnown(path))
        #expect(abs(known.milliseconds - WallTime.now.milliseconds) < 60_000)
    }

    @Test func `a file that is being written says when`() throws {
        let begin = WallTime(milliseconds: WallTime.now.milliseconds - 2000)
        let file = try DeliveryFile(path: path)
        let time = try #require(DeliveryFile.lastWritten(path))
        #expect(time >= begin && time <= .now)
        withExtendedLifetime(file) {}
    }
}
