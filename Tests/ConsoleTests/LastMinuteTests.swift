import Basics
import CameraSetup
import Foundation
import Live
import NIOCore
import NIOPosix
import Records
import TestSupport
import Testing

@testable import Console

/// What a camera showed in the last minute, to try settings on.
@Suite struct LastMinuteTests {
    private static func time(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: 1_790_000_000_000 + milliseconds)
    }

    @Test func `a minute is kept, and goes with its time`() {
        var minute = LastMinute()
        for number in 0..<400 { minute.add([UInt8(number & 255), 1], at: Self.time(Int64(number) * 200)) }
        // 60 s at five a second, both ends counted.
        #expect(minute.pictures.count == 301 && minute.seconds == 60 && minute.bytes == 602)
        #expect(minute.time == Self.time(19_800)...Self.time(79_800))
        let parts = minute.parts
        #expect(parts.map(\.head.at) == (0..<301).map { $0 * 200 })
        #expect(parts.allSatisfy { $0.head.part == .frame && $0.head.bytes == 2 })
        #expect(parts.first?.bytes == [99, 1] && parts.last?.bytes == [143, 1])
        minute.forget(before: Self.time(79_800 + 60_000))
        #expect(minute.pictures.count == 1)
        minute.forget(before: Self.time(79_800 + 60_001))
        #expect(minute.pictures.isEmpty && minute.bytes == 0 && minute.time == nil && minute.parts.isEmpty)
    }

    @Test func `large pictures are fewer, and a clock that was put back begins anew`() {
        var minute = LastMinute()
        let large = [UInt8](repeating: 0, count: LastMinute.mostBytes / 4)
        for number in 0..<9 { minute.add(large, at: Self.time(Int64(number))) }
        #expect(minute.pictures.map(\.time) == (5...8).map { Self.time($0) })
        #expect(minute.bytes == LastMinute.mostBytes)
        minute.add([1], at: Self.time(3))
        #expect(minute.pictures.map(\.time) == [Self.time(3)] && minute.bytes == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `pictures are kept while the page is open, all of them, and no longer`() async throws {
        let folder = try TemporaryFolder()
        let head = Array(#"{"kind":"frame","camera":"gate","ts":"\#(Self.time(0))"}"#.utf8)
        try folder.write("", to: "gate/here")
        let scanner = try ScriptedScanner(
            folder.file("gate/live.sock"), LiveMessage(head: head, picture: [7, 8]).bytes)
        let clock = TestClock()
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let minutes = LastMinutes(
            client: LiveClient(root: .folder(folder.path), group: threads, patience: .hours(1)),
            now: { clock.now.instant })
        let running = Task { await minutes.run() }
        #expect(await !minutes.isKept("gate"))
        await minutes.isOpen("gate")
        while await minutes.minute(of: "gate", at: Self.time(0)).pictures.count < 5 { await Task.yield() }
        #expect(await minutes.minute(of: "gate", at: Self.time(0)).pictures.allSatisfy { $0.bytes == [7, 8] })
        #expect(scanner.asked == "plated.live/1 width=3840 rate=10\n" && !scanner.hasEnded)
        // More cameras than are kept are not.
        for camera in ["yard", "exit"] { await minutes.isOpen(camera) }
        #expect(await minutes.isKept("yard"))
        #expect(await !minutes.isKept("exit"))
        clock.advance(by: .seconds(19))
        await minutes.isOpen("gate")
        clock.advance(by: .seconds(19))
        #expect(await minutes.isKept("gate") && !scanner.hasEnded, "the page was heard of again")
        clock.advance(by: .seconds(2))
        while await minutes.isKept("gate") { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await eventually { scanner.hasEnded })
        #expect(await minutes.minute(of: "gate", at: Self.time(0)).pictures.isEmpty)
        running.cancel()
        await running.value
    }
}
