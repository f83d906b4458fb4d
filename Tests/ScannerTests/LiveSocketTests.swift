import ALPR
import Basics
import Capture
import Glibc
import Live
import Logging
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

@Suite struct LiveSocketTests {
    private let folder: TemporaryFolder
    private let address: UnixAddress

    init() throws {
        folder = try TemporaryFolder()
        address = try UnixAddress(folder.file("gate.sock"))
    }

    private var status: stat {
        var status = stat()
        lstat(address.path, &status)
        return status
    }

    @Test func `the socket is its user's alone, and goes with the scanner`() throws {
        do {
            let socket = try LiveSocket(address)
            #expect(status.st_mode == S_IFSOCK | 0o600)
            withExtendedLifetime(socket) {}
        }
        #expect(access(address.path, F_OK) != 0)
    }

    @Test func `what a killed scanner left is taken over`() throws {
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(address.withPointer { bind(dead, $0, $1) } == 0 && listen(dead, 1) == 0)
        close(dead)
        let left = status.st_ino
        let taken = try LiveSocket(address)
        #expect(status.st_ino != left || status.st_mode == S_IFSOCK | 0o600)
        #expect(LiveReader(address) != nil)
        withExtendedLifetime(taken) {}
    }

    @Test func `a live one is never taken over`() throws {
        let first = try LiveSocket(address)
        let mine = status.st_ino
        let failure = #expect(throws: Failure.self) { try LiveSocket(address) }
        #expect(failure?.reason == "another scanner offers its own there")
        #expect(status.st_ino == mine)
        withExtendedLifetime(first) {}
    }

    @Test func `a file that is no socket stays`() throws {
        try folder.write("mine", to: "gate.sock")
        #expect(throws: Failure.self) { try LiveSocket(address) }
        #expect(try folder.text("gate.sock") == "mine")
    }

    @Test func `a scanner whose socket somebody else took meanwhile leaves that alone`() throws {
        let first = try LiveSocket(address)
        unlink(address.path)
        try folder.write("other", to: "gate.sock")
        withExtendedLifetime(first) {}
        _ = consume first
        #expect(try folder.text("gate.sock") == "other")
    }

    @Test func `a path that is too long for a socket is told`() throws {
        let long = "/" + String(repeating: "a", count: UnixAddress.longest)
        let failure = #expect(throws: Failure.self) { try UnixAddress(long) }
        #expect(failure?.reason == "its path has 108 bytes, and a Unix socket takes 107 at most")
        #expect(throws: Never.self) { try UnixAddress(String(long.dropLast())) }
    }

    @Test func `a scan goes on where nothing can be offered`() throws {
        let scene = ScannerScene()
        let recording = Recording()
        let frames = scene.frames(50)
        var recipes = Scanner.Recipes(
            source: { ScriptedSource(frames) },
            recogniser: {
                Recogniser(
                    localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
                    engine: ScriptedEngine(["AB12CD"]), settings: .everyFrame)
            },
            outlet: { RecordingOutlet(recording: recording) })
        recipes.live = LiveOffer(
            address: try UnixAddress(folder.file("none/gate.sock")), hidesPlates: false,
            encode: { _ in [] })
        let told = Talk()
        _ = Scanner(recipes: recipes, settings: .init(), log: told.logger, now: { .now }).run()
        #expect(recording.state.withLock { $0.plates.count } == 1)
        #expect(told.all.contains { $0.contains("offering the live picture on") && $0.contains("No such file") })
    }
}
