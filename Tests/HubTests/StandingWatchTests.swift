import Foundation
import History
import Live
import Logging
import Records
import Synchronization
import TestSupport
import Testing

@testable import plated_hub

/// What a hub makes of sockets, units, files and logs as they are on a disk.
@Suite struct StandingWatchTests {
    private let scene: HubScene
    private let history: SQLiteHistory
    private let clock = TestClock()

    init() throws {
        scene = try HubScene()
        try scene.folder.write("", to: "state/gate/here")
        try scene.write([scene.event("AB12CDE")])
        try scene.build()
        history = try SQLiteHistory(path: scene.history)
    }

    private func watch(manager: String = "/none") throws -> StandingWatch {
        StandingWatch(
            try HubFile.settings(scene.config), history: history, manager: manager,
            talk: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { [clock] in clock.now })
    }

    private func gate(_ watch: StandingWatch, after time: Duration = .zero) async -> CameraStanding? {
        clock.advance(by: time)
        await watch.look()
        return history.news.standing.current?["gate"]
    }

    private func listen() throws -> BeatingScanner {
        try BeatingScanner(
            scene.folder.file("state/gate/live.sock"), beat: ScannerBeat(phase: .working, turns: true))
    }

    @Test func `a log alone is silent, and a scanner that answers beside it reads`() async throws {
        let watch = try watch()
        #expect(await gate(watch)?.state == .silent)
        let scanner = try listen()
        #expect(await gate(watch)?.state == .reading)
        scanner.end()
        // Killed: what listened is gone, and its socket is there.
        #expect(await gate(watch, after: .seconds(2))?.state == .reading)
        let dead = await gate(watch, after: .seconds(2))
        #expect(dead?.state == .notRunning)
        #expect(await gate(watch, after: .seconds(100)) == dead)
        #expect(try await history.gaps().map(\.gap.cause) == [.notRunning])
        #expect(try await history.present().gaps.count == 1)
    }

    @Test func `a clock that is set by a day changes nothing, forward or back`() async throws {
        let watch = try watch()
        let scanner = try listen()
        #expect(await gate(watch)?.state == .reading)
        for day in [86_400, -172_800] {
            clock.advance(by: .zero, wall: .seconds(day))
            #expect(await gate(watch, after: .seconds(2))?.state == .reading)
        }
        scanner.end()
        _ = await gate(watch, after: .seconds(2))
        let dead = await gate(watch, after: .seconds(2))
        #expect(dead?.state == .notRunning)
        // It has not run for four seconds, whatever the clock says.
        for day in [86_400, -172_800] {
            clock.advance(by: .zero, wall: .seconds(day))
            let later = try #require(await gate(watch))
            let since = try #require(later.since)
            #expect(later.state == .notRunning && abs(clock.now.wall.milliseconds - since.milliseconds) < 60_000)
        }
    }

    @Test func `who listens and says nothing hangs, and goes on afterwards`() async throws {
        let watch = try watch()
        let scanner = try listen()
        #expect(await gate(watch)?.state == .reading)
        scanner.stops()
        #expect(await gate(watch, after: .seconds(6))?.state == .hung)
        scanner.goesOn()
        #expect(await gate(watch, after: .seconds(2))?.state == .reading)
    }

    @Test func `a file that cannot be read is the camera's still, and one that is gone took it away`() async throws {
        let watch = try watch()
        try scene.folder.write("source: {url: rtsp://192.0.2.1/x}\n", to: "state/gate.yaml")
        #expect(await gate(watch)?.state == .notRunning)
        try scene.folder.write("source: {url: [\n", to: "state/gate.yaml")
        #expect(await gate(watch, after: .seconds(5))?.state == .notRunning)
        try FileManager.default.removeItem(atPath: scene.folder.file("state/gate.yaml"))
        #expect(await gate(watch, after: .seconds(5))?.state == .removed)
        #expect(try await history.gaps().isEmpty)
        // Another hub, after a restart, knows that it had one.
        #expect(await gate(try self.watch())?.state == .removed)
    }

    @Test func `systemd is asked of those that do not answer`() async throws {
        let manager = scene.folder.file("systemctl")
        try scene.folder.write(
            """
            #!/bin/sh
            echo "$*" >> "\(scene.folder.path)/asked"
            printf 'Id=plated@gate.service\\nLoadState=loaded\\nActiveState=failed\\nExecMainStatus=78\\n'
            """, to: "systemctl")
        chmod(manager, 0o755)
        try scene.folder.write("source: {url: rtsp://192.0.2.1/x}\n", to: "state/gate.yaml")
        let watch = try watch(manager: manager)
        #expect(await gate(watch)?.cause == "settings")
        #expect(try scene.folder.text("asked").contains("show --no-pager --property="))
        let asked = try scene.folder.text("asked")
        let scanner = try listen()
        #expect(await gate(watch, after: .seconds(60))?.state == .reading)
        #expect(try scene.folder.text("asked") == asked)
        scanner.end()
    }

    @Test func `other processes read what was decided, and a hub after this one goes on with it`() async throws {
        let scanner = try listen()
        let first = try watch()
        _ = await gate(first)
        scanner.end()
        _ = await gate(first, after: .seconds(2))
        let dead = await gate(first, after: .seconds(2))
        let other = try SQLiteHistory(path: scene.history, access: .reading)
        #expect(try await other.standings() == nil)
        other.news.standing.followsAnotherProcess()
        #expect(try await other.standings()?["gate"] == dead)
        #expect(await gate(try watch(), after: .seconds(3600)) == dead)
    }
}

/// A scanner's socket that answers how it is, until it ends as a kill ends one: the socket's file stays.
private final class BeatingScanner: Sendable {
    private let descriptor: Int32
    private let isStopped = Mutex(false)

    init(_ path: String, beat: ScannerBeat) throws {
        unlink(path)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let address = try UnixAddress(path)
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 8) == 0 else {
            throw Program.Failure(message: "no socket at \(path)")
        }
        let answer = Array(beat.line.utf8)
        let thread = Thread { [self] in
            while true {
                let peer = accept(descriptor, nil, nil)
                guard peer >= 0 else { break }
                while isStopped.withLock({ $0 }) { usleep(10_000) }
                _ = send(peer, answer, answer.count, Int32(MSG_NOSIGNAL))
                close(peer)
            }
            close(descriptor)
        }
        thread.start()
    }

    func stops() { isStopped.withLock { $0 = true } }
    func goesOn() { isStopped.withLock { $0 = false } }
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
