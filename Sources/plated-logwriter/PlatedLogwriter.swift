import ArgumentParser
import Logging
import Proof
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A tool of the tests, not installed: writes numbered events through the scanner's own log, as fast as that goes, and says
/// of each on standard output when it is safe.
@main
struct PlatedLogwriter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated-logwriter",
        abstract: "Append numbered events to a log and acknowledge each, for scripts/faults/log.py.",
        discussion: """
            Prints `ack N` once event N is on disk, `held N` where it is in memory only, and `closed` at its end, which
            SIGTERM brings about. Exits with 74 where something was not written, with 75 where another process has the log.
            """)

    @Argument(help: "The log.") var log: String
    @Option(help: "Its spool; by default where plated would have it.") var spool: String?
    @Option(help: "The key that seals the log, made where there is none; without one nothing is sealed.") var key:
        String?
    @Option(help: "The camera that the events are of.") var camera = "gate"
    @Option(help: "Number of the first event.") var first = 0
    @Option(help: "How many events.") var count = 1_000_000
    @Option(help: "Pause after each, in microseconds.") var pause: UInt32 = 0
    @Flag(help: "Stay after the last event, until SIGTERM, and write what waits.") var stay = false

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTERM)
        sigprocmask(SIG_BLOCK, &stop, nil)
        do {
            try write(until: stop)
        } catch let failure as LogFailure {
            Self.say("failed: \(failure)\n", to: STDERR_FILENO)
            throw ExitCode(failure.isTaken ? 75 : 74)
        }
    }

    private func write(until stop: sigset_t) throws {
        var talk = Logger(label: "logwriter") { StreamLogHandler.standardError(label: $0) }
        talk.logLevel = .info
        let settings = EventLog.Settings(
            path: log, spool: spool ?? CameraPlaces.spool(besideLog: log), camera: camera)
        let sealer: SealKey? = try key.map { path in
            switch try KeyFile(path: path).readOrMake() {
            case .there(let key), .made(let key): key
            }
        }
        let sink = try EventLog(settings, sealer: sealer, log: talk, now: { .now })
        var number = first
        while stay || number < first + count, !Self.isPending(stop) {
            guard number < first + count else {
                try sink.flush()
                usleep(20_000)
                continue
            }
            do {
                try sink.record(event(number, id: EventIDs.ofThisProcess.next(at: .now)))
                Self.say("ack \(number)\n")
            } catch is LogFailure {
                Self.say("held \(number)\n")
            }
            try sink.flush()
            number += 1
            if pause > 0 { usleep(pause) }
        }
        try sink.close()
        Self.say("closed\n")
    }

    /// As long as real ones, each of another length.
    private func event(_ number: Int, id: String) -> PlateEvent {
        let candidates = (0...number % 5).map { PlateCandidate(plate: "N\(number)", confidence: 1 / Double($0 + 1)) }
        return PlateEvent(
            id: id, time: .now, camera: camera, plate: "N\(number)", plateRaw: "N\(number)", confidence: 0.97,
            candidates: candidates, box: PlateBox(x: 10, y: 20, width: 100, height: 30), reads: 3, framesSeen: 4,
            firstSeen: .now, lastSeen: .now, engine: "none", latencyMilliseconds: 0)
    }

    private static func isPending(_ signals: sigset_t) -> Bool {
        var signals = signals
        var now = timespec()
        return sigtimedwait(&signals, nil, &now) > 0
    }

    private static func say(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
