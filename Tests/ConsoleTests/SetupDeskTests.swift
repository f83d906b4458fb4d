import Basics
import CameraSetup
import Foundation
import HTTPTypes
import Logging
import NIOPosix
import Records
import TestSupport
import Testing

@testable import Console

/// What the console holds of cameras that are being set up, and for how long.
@Suite struct SetupDeskTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let secret = Draft.Secret.new(user: "camera", password: "secret", address: nil)

    private func desk(_ waiting: @escaping @Sendable (Duration) async throws -> Void) -> SetupDesk {
        let live = LiveFeeds(.folder(folder.file("live")), group: MultiThreadedEventLoopGroup.singleton)
        return SetupDesk(
            SetupPlaces(
                root: .folder(folder.path), probe: folder.file("probe"), helper: folder.file("helper"),
                scratch: folder.file("setup")),
            minutes: live.minutes, talk: Self.silent, now: { [clock] in clock.now.instant }, waiting: waiting)
    }

    /// Whose timer goes by the test's clock.
    private func timed() -> SetupDesk {
        desk { [clock] pause in
            let end = clock.now.instant + pause
            while clock.now.instant < end { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    /// Whose timer never comes.
    private func untimed() -> SetupDesk { desk { _ in throw CancellationError() } }

    private func values(_ number: Int = 0) -> SetupValues {
        var values = SetupValues()
        values.texts[.url] = "rtsp://192.0.2.\(10 + number)/stream"
        return values
    }

    /// Answers whoever asks it to write that the camera runs.
    private func helper() throws -> ScriptedScanner {
        let verdict = try JSONEncoder().encode(SettingsVerdict(.running, "It is written."))
        let head = try JSONEncoder().encode(PartHead(.verdict, bytes: verdict.count))
        let end = try JSONEncoder().encode(PartHead(.end, bytes: 0))
        let line = UInt8(ascii: "\n")
        return try ScriptedScanner(
            folder.file("helper"), Array(head) + [line] + Array(verdict) + Array(end) + [line])
    }

    @Test(.timeLimit(.minutes(1)))
    func `pictures and a typed password go an hour after somebody last touched them, by themselves`() async throws {
        // What waits still comes to its end.
        defer { clock.advance(by: .seconds(10_800)) }
        let desk = timed()
        try await desk.keep("gate", values(), Self.secret, base: CameraFile.nothing)
        let pictures = try folder.write("pictures", to: "setup/gate.frames")
        func areThere() -> Bool { FileManager.default.fileExists(atPath: pictures) }
        clock.advance(by: .seconds(59 * 60))
        try await desk.keep("gate", values(1), .kept, base: CameraFile.nothing)
        clock.advance(by: .seconds(59 * 60))
        #expect(await desk.draft("gate")?.secret == Self.secret)
        #expect(areThere())
        clock.advance(by: .seconds(60))
        // Nobody asks the desk for anything.
        await eventually { !areThere() }
        #expect(!areThere())
        #expect(await desk.drafts.isEmpty)
        // The timer goes for those that come later, too.
        try await desk.keep("yard", values(), Self.secret, base: CameraFile.nothing)
        clock.advance(by: .seconds(3600))
        await eventually { await desk.drafts.isEmpty }
        #expect(await desk.drafts.isEmpty)
    }

    @Test func `what is over is not shown, be its timer late`() async throws {
        let desk = untimed()
        try await desk.keep("gate", values(), Self.secret, base: CameraFile.nothing)
        clock.advance(by: .seconds(3599))
        #expect(await desk.draft("gate") != nil)
        clock.advance(by: .seconds(1))
        #expect(await desk.draft("gate") == nil)
    }

    @Test func `what is being written stays, and an hour longer`() async throws {
        // Listens, and answers nobody.
        let helper = try ScriptedScanner(folder.file("helper"))
        let desk = untimed()
        try await desk.keep("gate", values(), Self.secret, base: CameraFile.nothing)
        try await desk.write("gate", "source: {}\n", base: CameraFile.nothing)
        clock.advance(by: .seconds(7200))
        #expect(await desk.draft("gate")?.isWriting == true)
        withExtendedLifetime(helper) {}
    }

    @Test(.timeLimit(.minutes(1)))
    func `a desk that is let go of is not held by its timer`() async throws {
        defer { clock.advance(by: .seconds(10_800)) }
        weak var gone: SetupDesk?
        do {
            let desk = timed()
            gone = desk
            try await desk.keep("gate", values(), .kept, base: CameraFile.nothing)
        }
        await eventually { gone == nil }
        #expect(gone == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `cameras that are finished make room, the oldest first`() async throws {
        let helper = try helper()
        let desk = untimed()
        for number in 0..<8 {
            let name = try #require(CameraID("camera\(number)"))
            try await desk.keep(name, values(number), Self.secret, base: CameraFile.nothing)
            clock.advance(by: .seconds(1))
            guard number == 3 || number == 5 else { continue }
            try await desk.write(name, "source: {}\n", base: CameraFile.nothing)
            await eventually { await desk.draft(name)?.verdict != nil }
        }
        try await desk.keep("ninth", values(), .kept, base: CameraFile.nothing)
        #expect(await desk.draft("camera3") == nil)
        #expect(await desk.draft("camera5")?.verdict?.outcome == .running)
        try await desk.keep("tenth", values(), .kept, base: CameraFile.nothing)
        #expect(await desk.draft("camera5") == nil)
        // The others have something that was typed and is nowhere else.
        let problem = await #expect(throws: RequestProblem.self) {
            try await desk.keep("eleventh", values(), .kept, base: CameraFile.nothing)
        }
        #expect(problem?.status == .tooManyRequests)
        for number in [0, 1, 2, 4, 6, 7] {
            #expect(await desk.draft(try #require(CameraID("camera\(number)")))?.secret == Self.secret, "\(number)")
        }
        withExtendedLifetime(helper) {}
    }
}
