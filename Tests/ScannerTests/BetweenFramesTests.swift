import ALPR
import Capture
import Plates
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

/// What recognition tells of earlier frames while none comes, at the end, and when a frame fails.
@Suite struct BetweenFramesTests {
    /// Finds one row in each picture; fails on a picture that has none.
    private struct Rows: PlateLocaliser {
        /// In pixels, one for each picture.
        var heights: [Double?]

        mutating func regions(in frame: Frame, area: Box) throws -> [Region] {
            guard let height = heights.removeFirst() else { throw Lost() }
            let box = Box(x: 100, y: 100, width: 5 * height, height: height)
            return [Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)]
        }
    }

    /// A server that answers when it is told to.
    private final class Server: DistantReader, Sendable {
        private struct State {
            var waiting: [Int] = []
            var isReady = false
        }

        private let state = Mutex(State())
        private let text: String?

        /// - Parameter text: what it reads; nil where it reads nothing.
        init(_ text: String?) {
            self.text = text
        }

        func becomeReady() { state.withLock { $0.isReady = true } }

        func ask(_ questions: [DistantQuestion]) { state.withLock { $0.waiting += questions.map(\.ticket) } }

        func answers() -> [DistantAnswer] {
            let reading = text.map { text in ViewReading(text.map { Symbol($0, 0.98) }) }
            return state.withLock { state in
                guard state.isReady else { return [] }
                defer { state.waiting = [] }
                return state.waiting.map { DistantAnswer(ticket: $0, reading: reading) }
            }
        }

        func drop(_ count: Int) {}
    }

    private enum Step { case frame, silence }

    private struct Outcome {
        /// Plates that were written until each step was over.
        var written: [Int]
        var failed: Int
        /// Of the tally.
        var places: [String: Int]
    }

    private let folder: TemporaryFolder
    private let clock = TestClock()
    private let log = ScannerScene().log

    init() throws {
        folder = try TemporaryFolder()
    }

    /// - Parameter answered: the step from which on the server answers.
    private func outcome(
        of steps: [Step], isLive: Bool = false, server: Server? = nil, answered: Int = 0,
        recogniser: @escaping @Sendable () -> Recogniser
    ) throws -> Outcome {
        let (clock, log, path) = (clock, log, folder.file("missed"))
        let recording = Recording()
        let control = ScanControl(at: clock.now)
        control.source.update(at: clock.now.instant) { $0.isLive = isLive }
        let recipes = Scanner.Recipes(
            source: { ScriptedSource([]) }, recogniser: recogniser,
            outlet: { RecordingOutlet(recording: recording) },
            ledger: {
                try MissedLedger(
                    .init(folder: path, camera: "gate", cropsPerHour: 0), clock: .live(epoch: clock.now.instant),
                    encode: { _ in [] }, trust: .synchronised, log: log, now: clock.now)
            })
        var settings = Scanner.Settings()
        (settings.canary, settings.sight, settings.frozen) = (nil, nil, nil)
        let written = Mutex<[Int]>([])
        let begin: @Sendable (Int) -> Void = { number in
            if number >= answered { server?.becomeReady() }
            guard number < steps.count else { return control.slot.close() }
            switch steps[number] {
            case .frame:
                let time = Timestamp(.milliseconds(200 * number))
                control.slot.put(
                    Frame(image: LumaImage(width: 320, height: 240), time: time), at: clock.now.instant)
            case .silence: clock.advance(by: .seconds(2))
            }
        }
        var loop = try RecognitionLoop(
            recipes: recipes, settings: settings, control: control, log: log, now: { clock.now },
            onPulse: { _ in
                let plates = recording.state.withLock { $0.plates.count }
                let next: Int = written.withLock {
                    $0.append(plates)
                    return $0.count
                }
                begin(next)
            })
        begin(0)
        loop.run()
        // The day of `TestClock`.
        let tally = try folder.text("missed/2026-09-21.tally.ndjson")
        return Outcome(
            written: written.withLock { $0 }, failed: control.counters.values.failed,
            places: MissedReading.tallies(Array(tally.utf8)).last?.places ?? [:])
    }

    /// Beside an engine that reads nothing.
    private static func asking(_ server: Server, heights: [Double?]) -> Recogniser {
        Recogniser(
            localiser: Rows(heights: heights), engine: ScriptedEngine([""]), distant: server, settings: .everyFrame)
    }

    @Test func `a plate that a server's late answers make is no miss, whatever its first look was`() throws {
        let server = Server("AB12CD")
        let outcome = try outcome(of: [.frame, .frame, .frame, .frame, .silence], server: server, answered: 4) {
            Self.asking(server, heights: [8.5, 16, 16, 16])
        }
        #expect(outcome.written == [0, 0, 0, 0, 1])
        // The look that was clutter while its answer was awaited may be a place of its own, and of the same plate.
        #expect(Set(outcome.places.keys) == ["read"])
    }

    @Test(arguments: [true, false])
    func `what a server cannot read either is a miss, though no frame comes after it`(endsLater: Bool) throws {
        let server = Server(nil)
        let outcome = try outcome(of: endsLater ? [.frame, .silence] : [.frame], server: server, answered: 1) {
            Self.asking(server, heights: [16])
        }
        #expect(outcome.places == ["unread": 1])
    }

    @Test func `a plate that waited for its direction until the camera fell silent is no miss`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.smoother.directionWait = .seconds(60)
        let outcome = try outcome(of: [.frame, .frame, .frame, .frame, .silence], isLive: true) { [settings] in
            Recogniser(
                localiser: Rows(heights: [8.5, 16, 16, 16]), engine: ScriptedEngine(["AB12CD"]), settings: settings)
        }
        #expect(outcome.written == [0, 0, 0, 0, 1])
        #expect(outcome.places == ["read": 1])
    }

    @Test func `a plate that answers have made is written though the frame fails that they come with`() throws {
        let server = Server("AB12CD")
        let outcome = try outcome(of: [.frame, .frame, .frame, .frame, .frame], server: server, answered: 4) {
            Self.asking(server, heights: [8.5, 16, 16, 16, nil])
        }
        #expect(outcome.failed == 1 && outcome.written == [0, 0, 0, 0, 1])
        #expect(Set(outcome.places.keys) == ["read"])
    }
}
