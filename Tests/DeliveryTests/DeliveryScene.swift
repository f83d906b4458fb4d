import Foundation
import History
import Logging
import Records
import Settings
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// A history that takes events, and destinations that get them.
final class DeliveryScene {
    /// 22 November 2026, noon.
    static let noon = WallTime(milliseconds: 1_795_348_800_000)

    let folder: TemporaryFolder
    let talk = Talk()
    let clock = TestClock()
    /// The waits that couriers asked for; none of them takes any time.
    let waits = Waits()
    let meter = DeliveryMeter()

    init() throws {
        folder = try TemporaryFolder()
        let behind = Self.noon.milliseconds - clock.now.wall.milliseconds
        clock.advance(by: .milliseconds(behind))
    }

    var file: String { folder.file("delivery.sqlite") }

    func history(_ name: String = "history.sqlite") throws -> any History { try SQLiteHistory(path: folder.file(name)) }

    // MARK: - What cameras log

    static func event(_ number: Int, camera: String = "gate", plate: String? = nil) -> PlateEvent {
        let time = WallTime(milliseconds: noon.milliseconds + Int64(number) * 1000)
        return PlateEvent(
            id: "01M7" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)", time: time,
            camera: camera,
            plate: plate ?? "AB\(number)", plateRaw: plate ?? "AB\(number)", confidence: 0.9375,
            candidates: [
                PlateCandidate(plate: plate ?? "AB\(number)", confidence: 0.755),
                PlateCandidate(plate: "AB", confidence: 0.245),
            ],
            format: nil, region: nil, box: PlateBox(x: 100, y: 200, width: 140, height: 30), reads: 3, framesSeen: 4,
            firstSeen: time, lastSeen: WallTime(milliseconds: time.milliseconds + 400), engine: "tesseract",
            latencyMilliseconds: 5)
    }

    static func gap(_ number: Int, camera: String = "gate", ended: Bool) -> GapRecord {
        let start = WallTime(milliseconds: noon.milliseconds + Int64(number) * 1000)
        let gap = Gap(
            id: "01M8" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)", cause: .lost, start: start
        )
        guard ended else { return GapRecord(id: gap.id, time: start, camera: camera, gap: gap, end: nil) }
        let end = WallTime(milliseconds: start.milliseconds + 7000)
        return GapRecord(id: gap.id + "E", time: end, camera: camera, gap: gap, end: end)
    }

    func log(_ records: [any LogRecord], to camera: String = "gate") throws {
        let path = folder.file("\(camera).ndjson")
        if !FileManager.default.fileExists(atPath: path) { try folder.write("", to: "\(camera).ndjson") }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        defer { handle.closeFile() }
        handle.seekToEndOfFile()
        for record in records { handle.write(Data(record.line)) }
    }

    /// Stores what the logs of cameras have.
    func store(_ history: any History, _ cameras: String...) async throws {
        let logs = (cameras.isEmpty ? ["gate"] : cameras).map { folder.file("\($0).ndjson") }
        try await Intake(
            history: history, logs: logs, talk: Logger(label: "intake") { _ in SwiftLogNoOpLogHandler() },
            now: { .now }, limit: { _ in nil }
        )
        .catchUp()
    }

    /// Logs events and stores them.
    func add(_ numbers: some Sequence<Int>, to history: any History, camera: String = "gate") async throws {
        try log(numbers.map { Self.event($0, camera: camera) }, to: camera)
        try await store(history, camera)
    }

    // MARK: - What delivers

    var surroundings: DeliverySurroundings {
        var surroundings = DeliverySurroundings(
            hub: "site", folder: { [path = folder.path] in "\(path)/evidence/\($0)" }, talk: talk.logger,
            look: { _ in }, now: { .now }, stopwatch: { .now })
        surroundings.meter = meter
        surroundings.now = { [clock] in clock.now.wall }
        surroundings.sleep = { [waits, clock] wait in
            try Task.checkCancellation()
            waits.add(wait)
            clock.advance(by: wait)
            await Task.yield()
        }
        surroundings.chance = { 0.5 }
        return surroundings
    }

    func delivery(
        _ destinations: [DestinationSettings], of history: any History, _ surroundings: DeliverySurroundings? = nil
    ) async throws -> Delivery {
        let delivery = try Delivery(
            destinations, secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]),
            history: history,
            file: file, surroundings: surroundings ?? self.surroundings)
        try await delivery.prepare()
        return delivery
    }

    /// Delivers until the condition holds.
    func run(
        _ destinations: [DestinationSettings], of history: any History,
        until condition: @escaping @Sendable () throws -> Bool
    ) async throws {
        let delivery = try await delivery(destinations, of: history)
        let running = Task { try await delivery.run() }
        let holds = try await eventually(condition)
        running.cancel()
        do { try await running.value } catch is CancellationError {}
        #expect(holds, "\(talk.all)")
    }

    func state(of name: String) throws -> DeliveryState? { try DeliveryFile(path: file).state(of: name)?.state }
}

/// The waits that were asked for.
final class Waits: Sendable {
    private let waits = Mutex<[Duration]>([])
    var all: [Duration] { waits.withLock { $0 } }
    func add(_ wait: Duration) { waits.withLock { $0.append(wait) } }
}

/// A destination that does what a test says, and remembers what it got.
struct ScriptedWay: Way {
    static var type: String { "scripted" }

    final class Script: Sendable {
        struct State {
            var got: [Parcel] = []
            /// The times that it was told of, with how many parcels it had by then.
            var times: [(time: WallTime, got: Int)] = []
            var troubles: [Trouble] = []
            /// Of everything that comes, whatever it is.
            var always: Trouble?
            /// Said beside what it takes.
            var remark: Trouble?
            /// What happens while it takes something.
            var meanwhile: (@Sendable () async throws -> Void)?
        }
        let state = Mutex(State())
        let most: Int

        init(most: Int = 1, troubles: [Trouble] = [], always: Trouble? = nil) {
            self.most = most
            state.withLock {
                $0.troubles = troubles
                $0.always = always
            }
        }

        var got: [Parcel] { state.withLock { $0.got } }
        var ids: [String] { got.map { $0.id ?? "" } }
        var plates: [String] { got.compactMap { $0.plate?.plate } }
    }

    struct Scripted: Destination {
        let script: Script
        var most: Int { script.most }

        func deliver(_ parcels: [Parcel]) async -> Delivered {
            let meanwhile = script.state.withLock { $0.meanwhile }
            do { try await meanwhile?() } catch { return .failed(.again("\(error)")) }
            return script.state.withLock { state -> Delivered in
                if let trouble = state.always { return .failed(trouble) }
                if !state.troubles.isEmpty { return .failed(state.troubles.removeFirst()) }
                state.got += parcels
                return Delivered(count: parcels.count, trouble: state.remark)
            }
        }

        func pass(time: WallTime) async {
            script.state.withLock { $0.times.append((time, $0.got.count)) }
        }
    }

    var script = Script()
    var place: String { "the test" }
    var lines: [String] { [] }

    mutating func read(_ reader: MappingReader) {}

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination { Scripted(script: script) }

    static func == (a: ScriptedWay, b: ScriptedWay) -> Bool { a.script === b.script }
}

extension DestinationSettings {
    init(_ name: String, _ script: ScriptedWay.Script) {
        self.init(name: name, way: ScriptedWay(script: script))
    }
}
