import Basics
import Foundation
import History
import Logging
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fleet

/// What a site forgets, as it tells its centre.
struct ForgottenTellerTests {
    /// A centre that hears messages, and says that it has done so or does not.
    private final class Ear: Sendable {
        private struct State {
            var committed: Int64 = 0
            var falls = 0
            var answers = true
            var asked = 0
            var heard: [(names: [String], time: ContinuousClock.Instant)] = []
            var teller: ForgottenTeller?
        }

        private let state = Mutex(State())

        var committed: Int64 {
            get { state.withLock { $0.committed } }
            set { state.withLock { $0.committed = newValue } }
        }
        var falls: Int {
            get { state.withLock { $0.falls } }
            set { state.withLock { $0.falls = newValue } }
        }
        var asked: Int { state.withLock { $0.asked } }
        var heard: [[String]] { state.withLock { $0.heard.map(\.names) } }
        var times: [ContinuousClock.Instant] { state.withLock { $0.heard.map(\.time) } }

        func begin(_ teller: ForgottenTeller, answers: Bool) {
            state.withLock { ($0.teller, $0.answers) = (teller, answers) }
        }

        func ask() { state.withLock { $0.asked += 1 } }

        func hear(_ bytes: [UInt8]) -> Bool {
            guard let message = ForgottenRecords(bytes) else { return false }
            let teller = state.withLock { state in
                state.heard.append((message.names.map(\.id), .now))
                return state.answers ? state.teller : nil
            }
            teller?.take(ForgottenReceipt(message.digest))
            return true
        }
    }

    private let folder: TemporaryFolder
    private let history: SQLiteHistory
    private let talk = Talk()
    private let ear = Ear()

    init() async throws {
        folder = try TemporaryFolder()
        history = try SQLiteHistory(path: folder.file("history.sqlite"))
        let path = folder.file("gate.ndjson")
        try folder.write(
            (1...5).map { String(decoding: Self.event($0).line, as: UTF8.self) }.joined(), to: "gate.ndjson")
        try await Intake(history: history, logs: [path], talk: talk.logger).catchUp()
    }

    private static func id(_ number: Int) -> String { "01M7\(String(repeating: "0", count: 21))\(number)" }

    private static func event(_ number: Int) -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_348_800_000 + Int64(number))
        return PlateEvent(
            id: id(number), time: time, camera: "gate", plate: "N\(number)", plateRaw: "N\(number)", confidence: 0.9,
            candidates: [], box: PlateBox(x: 0, y: 0, width: 9, height: 3), reads: 2, framesSeen: 2, firstSeen: time,
            lastSeen: time, engine: "none", latencyMilliseconds: 1)
    }

    private func telling(_ patience: ForgottenTeller.Patience, answers: Bool, _ body: () async throws -> Void)
        async throws
    {
        let ear = ear
        let teller = ForgottenTeller(
            history: history, cameras: [], patience: patience, talk: talk.logger, committed: { ear.committed },
            falls: { ear.falls }, ask: { ear.ask() }, send: { ear.hear($0) })
        ear.begin(teller, answers: answers)
        let task = Task { await teller.run() }
        defer { task.cancel() }
        try await body()
    }

    private func waits(until condition: () -> Bool) async throws {
        #expect(await eventually(condition), "\(ear.heard)")
    }

    private static var quick: ForgottenTeller.Patience {
        var patience = ForgottenTeller.Patience()
        (patience.pause, patience.answer) = (.milliseconds(5), .seconds(300))
        return patience
    }

    private func forgetTwo() async throws {
        for plate in ["N1", "N4"] { _ = try await history.forget(plate) }
    }

    @Test func `what is new is told alone, once the centre has its records, and all of it where the centre went back`()
        async throws
    {
        try await forgetTwo()
        ear.committed = 3
        try await telling(Self.quick, answers: true) {
            try await waits { ear.heard == [[Self.id(1)]] }
            ear.committed = 5
            try await waits { ear.heard == [[Self.id(1)], [Self.id(4)]] }
            _ = try await history.forget("N2")
            try await waits { ear.heard.count == 3 }
            #expect(ear.heard.last == [Self.id(2)])
            ear.committed = 4
            try await waits { ear.heard.count == 4 }
            #expect(ear.heard.last == [Self.id(1), Self.id(2), Self.id(4)])
            // It went back, and has taken in what it lacked before anybody looked.
            ear.falls += 1
            try await waits { ear.heard.count == 5 }
            #expect(ear.heard.last == [Self.id(1), Self.id(2), Self.id(4)])
        }
    }

    @Test func `a centre that seems to lack what was forgotten is asked how far it is`() async throws {
        try await forgetTwo()
        // An old word of a centre that has them all.
        ear.committed = 3
        try await telling(Self.quick, answers: true) {
            try await waits { ear.asked >= 3 }
            #expect(ear.heard == [[Self.id(1)]])
            ear.committed = 5
            try await waits { ear.heard == [[Self.id(1)], [Self.id(4)]] }
            // Whoever has said that is asked no more.
            try await Task.sleep(for: .milliseconds(50))
            let often = ear.asked
            try await Task.sleep(for: .milliseconds(200))
            #expect(ear.asked == often)
        }
    }

    @Test func `a centre that says nothing is told ever more seldom`() async throws {
        var patience = ForgottenTeller.Patience()
        (patience.pause, patience.answer) = (.milliseconds(20), .milliseconds(1))
        _ = try await history.forget("N1")
        ear.committed = 5
        try await telling(patience, answers: false) { try await waits { ear.heard.count >= 5 } }
        let times = ear.times
        #expect(times[0].duration(to: times[4]) >= .milliseconds(40 + 80 + 160 + 320))
        #expect(talk.all.count { $0.contains("ever more seldom") } == 1)
    }
}
