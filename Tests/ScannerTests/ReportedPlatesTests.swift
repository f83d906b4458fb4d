import ALPR
import Capture
import Logging
import Records
import TestSupport
import Testing

@testable import Scanner

/// A restart knows what the run before it has reported.
@Suite struct ReportedPlatesTests {
    /// A log that has some plates.
    private struct KnownSink: EventSink {
        var events: [PlateEvent]
        let backlog = 0

        func record(_ record: any LogRecord) {}
        func reopen() {}
        func flush() {}
        func close() {}
        func plates(since time: WallTime) -> [PlateEvent] { events.filter { $0.time >= time } }
    }

    private let clock = TestClock()

    private func event(
        _ plate: String, _ seconds: Int64, lane: String? = nil, camera: String = "gate", file: String? = nil
    ) -> PlateEvent {
        let time = WallTime(milliseconds: clock.now.wall.milliseconds - 1000 * seconds)
        var event = PlateEvent(
            id: "01", time: time, camera: camera, plate: plate, plateRaw: plate, confidence: 0.97,
            candidates: [PlateCandidate(plate: plate, confidence: 1)], box: PlateBox(x: 1, y: 2, width: 30, height: 10),
            reads: 3, framesSeen: 4, firstSeen: time, lastSeen: time, engine: "test", latencyMilliseconds: 5)
        event.lane = lane
        event.file = file
        return event
    }

    private func outlet(_ events: [PlateEvent], pseudonyms: Pseudonyms? = nil) -> EventOutlet {
        let clock = clock
        return EventOutlet(
            camera: "gate", engine: "test", clock: .live(epoch: clock.now.instant), sink: KnownSink(events: events),
            pseudonyms: pseudonyms, now: { clock.now })
    }

    @Test func `plates of the last minutes are known, by when they were seen`() {
        let events = [
            event("AB12CD", 10, lane: "in"), event("EF34GH", 301), event("IJ56KL", -5),
            event("MN78OP", 10, camera: "yard"),
            event("QR90ST", 10, file: "a.mp4"),
        ]
        #expect(
            outlet(events).reported(within: .seconds(300)) == [
                ReportedPlate(text: "AB12CD", lane: "in", lastSeen: Timestamp(.seconds(-10)))
            ])
        #expect(outlet(events).reported(within: .zero).isEmpty)
        let pseudonyms = Pseudonyms(period: .day, keyFile: nil, log: Talk().logger)
        #expect(outlet(events, pseudonyms: pseudonyms).reported(within: .seconds(300)).isEmpty)
    }

    @Test(arguments: [("AB12CD", 0), ("XY98ZW", 1)])
    func `a plate that was reported just before a restart is not reported after it`(known: String, accepted: Int) {
        let scene = ScannerScene()
        let frames = scene.frames(50)
        let (clock, reported) = (clock, event(known, 10))
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) },
                recogniser: { ScannerScene.recogniser() },
                outlet: {
                    EventOutlet(
                        camera: "gate", engine: "test", clock: .live(epoch: clock.now.instant),
                        sink: KnownSink(events: [reported]), now: { clock.now })
                }),
            settings: .init(), log: scene.log, now: { .now })
        _ = scanner.run()
        #expect(scanner.counters.values.accepted == accepted)
    }
}
