import Answers
import Basics
import Delivery
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Rules

/// A gate that opens for the list `staff`, on Sunday, 22 November 2026, at noon.
struct DoorScene {
    let folder: TemporaryFolder
    let talk = Talk()
    let script = ScriptedDoor.Script()

    static let noon = WallTime(milliseconds: 1_795_348_800_000)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("plate\nAB12CDE\nXY34*\n", to: "lists/staff.allow.csv")
    }

    var door: DoorSettings {
        var door = DoorSettings(way: DoorWay(ScriptedDoor(script: script)))
        door.name = "barrier"
        door.lists = ["staff"]
        door.cameras = ["gate", "rear"]
        door.hasButton = true
        return door
    }

    var watch: ListWatch {
        get throws {
            let watch = try ListWatch(
                ListFolder(path: folder.file("lists"), zone: .utc, rest: .zero), talk: talk.logger, rest: .zero,
                now: { .now })
            watch.read()
            return watch
        }
    }

    /// - Parameter age: in milliseconds before noon.
    func event(
        _ plate: String = "AB12CDE", _ number: Int = 1, camera: String = "gate", confidence: Double = 0.97,
        age: Int64 = 100, _ change: (inout PlateEvent) -> Void = { _ in }
    ) -> PlateEvent {
        let time = WallTime(milliseconds: Self.noon.milliseconds - age)
        var event = PlateEvent(
            id: "01A\(number)", time: time, camera: camera, plate: plate, plateRaw: plate, confidence: confidence,
            candidates: [PlateCandidate(plate: plate, confidence: 1)], format: nil, region: nil,
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time,
            engine: "test", latencyMilliseconds: 1)
        change(&event)
        return event
    }

    func parcel(_ event: PlateEvent) throws -> Parcel {
        let line = Array(event.line.dropLast())
        let record = StoredRecord(
            seq: 1, camera: event.camera, time: event.time, record: try Record(line: line), line: line)
        return Parcel(hub: "site", record: record, folder: { "\($0)" })
    }

    var clocks: DoorClocks {
        var clocks = DoorClocks(after: nil, trust: .synchronised)
        clocks.now = { Self.noon }
        clocks.pause = { _ in
            try Task.checkCancellation()
            await Task.yield()
        }
        return clocks
    }

    /// - Parameter readings: of every plate, in the history.
    func keeper(
        _ door: DoorSettings? = nil, clocks: DoorClocks? = nil, earlier: [OpeningRecord] = [],
        readings: [WallTime] = []
    ) throws -> (DoorKeeper, HubLog) {
        let log = HubLog(path: folder.file("openings.ndjson"), talk: talk.logger)
        let memory = DoorMemory(
            openings: { start in earlier.filter { $0.time >= start } },
            readings: { _, _, times in readings.filter { times.contains($0) } })
        let keeper = try DoorKeeper(
            [door ?? self.door], lists: try watch, log: log, memory: memory,
            secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]), hub: "site",
            talk: talk.logger, clocks: clocks ?? self.clocks)
        return (keeper, log)
    }

    func openings(_ log: HubLog) async -> [OpeningRecord] {
        await log.records().compactMap { record in
            if case .opening(let opening) = record { opening } else { nil }
        }
    }

    func states(_ log: HubLog) async -> [String] { await openings(log).map(\.state.rawValue) }

    /// Whether the log has these states before long.
    func comes(_ states: [String], in log: HubLog) async -> Bool {
        await eventually { await self.states(log) == states }
    }
}
