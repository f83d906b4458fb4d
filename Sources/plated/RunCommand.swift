import ALPR
import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import Capture
import Engines
import FFmpegCapture
import Logging
import Records
import RemoteOCR
import Scanner
import Service

#if canImport(Glibc)
    import Glibc
#endif

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Scan a camera, or a recording, and write every accepted plate as a line of JSON.",
        discussion: """
            A camera is scanned until the process is told to stop (SIGINT, SIGTERM); when it is lost it is opened again.
            A recording is read as fast as possible, every frame that is due.

            A log that was rotated is opened anew, at once on SIGHUP. SIGUSR1 prints the counters.
            """)

    @Argument(
        help: .init(
            "A file, an image sequence (frames/%04d.jpg), rtsp://…, or /dev/video0; in place of source.url.",
            valueName: "source"))
    var source: String?

    @OptionGroup var options: ScanOptions

    @OptionGroup var recording: RecordingOptions

    @Option(help: .init("Append events to this file instead of standard output.", valueName: "file"))
    var log: String?

    @Option(
        help: .init(
            "Keep in this folder what the camera keeps, in a folder of its name: pictures of every accepted plate, what looked like a plate "
                + "and was not read, how far it was. Of a recording none of it is removed.", valueName: "folder"))
    var state: String?

    @Option(
        help: .init("The camera's name in events; by default that of the configuration's file.", valueName: "name"),
        transform: CameraID.argument)
    var camera: CameraID?

    @Option(
        help: .init(
            "Scan as this camera's service: with its configuration, log and folders as the package has them. For plated@.service.",
            valueName: "name"), transform: CameraID.argument)
    var service: CameraID?

    func validate() throws {
        if service != nil, source != nil || options.config != nil || log != nil || state != nil || camera != nil {
            throw ValidationError("--service stands for a source, --config, --log, --state and --camera")
        }
    }

    func run() throws {
        let system = service.map { CameraPlaces($0, .system) }
        var options = options
        if let system { options.config = system.configuration }
        // They come before anybody has opened a log, and would end the process.
        for number in [SIGHUP, SIGUSR1] { signal(number, SIG_IGN) }
        var given: Set<String> = []
        if camera != nil { given.insert("camera") }
        if source != nil { given.insert("source.url") }
        var configuration = try options.configuration(given: given)
        let logger = Logger.plated(level: configuration.log.level)
        if let log = log ?? system?.log {
            if system == nil, let named = configuration.log.file, named != log {
                logger.notice("the log is \(log), as --log says, and not \(named) of log.file")
            }
            configuration.log.file = log == "-" ? nil : log
        }
        if let camera { configuration.camera = camera }
        recording.apply(to: &configuration)
        let places = try system ?? state.map { try ownPlaces(of: configuration.camera, in: $0) }
        let address = SourceCredentials.complete(source.map { SourceAddress($0) } ?? configuration.source)
        if recording.start != nil, let address, address.kind != .file {
            throw ValidationError("--start is for recordings, and \(address) is a camera")
        }
        let composition = try Composition(
            configuration, from: options.config, source: address, begin: recording.begin(log: logger),
            places: places, log: logger)
        FFmpegLog.forward(to: logger, hiding: composition.address)
        let name = try composition.lockName()

        if let remote = composition.plan.remote { logger.notice("\(remote.announcement)") }
        let interrupt = Interrupt()
        let systemd = SystemdNotifier()
        let refused = RefusedLogin(path: places?.refusal)
        let scanner = composition.scanner(
            interrupt: interrupt,
            onFirstFrame: {
                logger.info("reading \(composition.address)")
                if let choice = composition.plan.choice { logger.notice("\(choice)") }
                systemd.ready("reading")
                refused.forget()
                // Sources, decoder and engine are open: what was read to load them is not needed again.
                ProgramPages.release()
            },
            onPulse: { systemd.tell($0.status, isAlive: $0.isAlive) })
        let signals = Signals()
        for number in [SIGINT, SIGTERM] {
            signals.on(number) {
                // Who asks twice waits for something that does not end, such as a pipe that nobody empties.
                if interrupt.hasStopped { _exit(ExitStatus.interrupted.rawValue) }
                systemd.stopping()
                interrupt.stop()
                scanner.stop()
            }
        }
        signals.on(SIGHUP) { scanner.reopenLogs() }
        let remote = composition.plan.remote?.status
        signals.on(SIGUSR1) {
            for line in scanner.counters.values.summary { logger.notice("\(line)") }
            if let line = remote?.summary { logger.notice("\(line)") }
        }
        // The most that this process ever has would be what it had while it was loaded.
        ProgramPages.release()
        let end = withExtendedLifetime((signals, name)) {
            composition.substream?.start()
            defer { composition.substream?.stop() }
            let end = scanner.run()
            let wait = configuration.scanner.reconnect.last ?? .zero
            if case .failed(let error as CaptureError) = end, error.code == .unauthorised, systemd.isThere,
                refused.isRepeated(within: wait * 2 + .seconds(60))
            {
                logger.notice(
                    "\(error.reason). Many cameras lock out who asks often: this ends in \(Int(wait.seconds)) s, to be started again"
                )
                systemd.rests(error.reason, for: wait)
                interrupt.rest(for: wait)
            }
            return end
        }
        let counted = scanner.counters.values
        if counted.decoded > 0 { for line in counted.summary { logger.info("\(line)") } }
        if let line = remote?.summary { logger.info("\(line)") }
        if composition.address.kind == .file, counted.decoded > 0,
            let loss = LostPictures(counted.brokenPackets, of: composition.address)
        {
            logger.warning("\(loss)")
        }
        if case .failed(let error) = end { throw error }
    }

    /// Returns the places of a camera by hand, and makes its folder. Where it can never be one, nothing is scanned without it.
    private func ownPlaces(of camera: CameraID, in folder: String) throws(Failure) -> CameraPlaces {
        func failure(_ reason: String) -> Failure {
            Failure(
                .inputOutput, while: "preparing to keep what \(camera) keeps in \(folder)", because: reason,
                remedy: "Name a folder that is there, or that can be made (--state)")
        }
        if let finding = OutputPaths.finding(ofFolder: folder, key: "--state"), finding.isProblem {
            throw failure(finding.message)
        }
        let places = CameraPlaces(camera, .folder(folder))
        for path in [folder, places.state] where mkdir(path, 0o750) != 0 && errno != EEXIST {
            throw failure(String(cString: strerror(errno)))
        }
        return places
    }
}

extension CameraID {
    fileprivate static func argument(_ text: String) throws -> CameraID {
        guard let camera = CameraID(text) else { throw ValidationError("a camera's name \(rule)") }
        return camera
    }
}
