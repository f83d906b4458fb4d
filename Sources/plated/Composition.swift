import ALPR
import Addresses
import Basics
import CameraConfiguration
import Capture
import Engines
import FFmpegCapture
import Files
import Logging
import Records
import Scanner
import Service

/// How the program is put together from a configuration: the card, in code.
///
///     FFmpeg source ─► frame gate ─►│slot│─► localiser ─► OCR engine ─► smoother ─► visits ─► log
///     └──────── capture queue ──────┘    └─────────────────────── OCR queue ──────────────────┘
struct Composition {
    let configuration: Configuration
    let address: SourceAddress
    let plan: RecognitionPlan
    let log: Logger
    /// Nil where no sub-stream is watched.
    let substream: SubstreamWatch?
    /// When the recording begins, where somebody said so.
    private let begin: WallTime?
    /// Nil where nothing is kept.
    private let places: CameraPlaces?
    /// Nil where no pictures are kept.
    private let evidence: EvidencePlan?
    /// Nil where nothing is written down of what was not read.
    private let missed: MissedPlan?
    /// Nil where nobody may watch.
    private let live: LiveOffer?
    /// What lies where nothing is written any more; nil of a recording.
    private let leftovers: Leftovers.Settings?
    /// In the clock that says what is too old.
    private let trust: ClockTrust

    /// Final values from here on: the formats are read, the model is found.
    ///
    /// - Parameters:
    ///   - file: that the configuration was read from; nil for none.
    ///   - places: where the camera keeps what it keeps; nil for nowhere.
    ///   - asksServers: whether anything may be sent to a server that reads.
    init(
        _ configuration: Configuration, from file: String? = nil, source: SourceAddress?, begin: WallTime? = nil,
        places: CameraPlaces? = nil, asksServers: Bool = true, log: Logger
    ) throws {
        guard let address = source ?? configuration.source else {
            throw Failure(
                .usage, while: "no source",
                because: "name one, such as a file or rtsp://…, or set source.url in the configuration")
        }
        self.configuration = configuration
        self.address = address
        self.begin = begin
        self.log = log
        try OutputPaths(
            configuration.log, spool: places?.spool,
            inputs: [file].compactMap(\.self) + (address.kind == .file ? [address.location] : [])
        ).refuseCollisions()
        let privacy = PrivacyPlan(configuration)
        if let problem = privacy.problem {
            throw Failure(.configuration, while: problem.key, because: problem.message)
        }
        let isRecording = address.kind == .file
        // A service that reads a recording keeps nothing of it.
        let kept = isRecording && places?.root == .system ? nil : places
        self.places = places
        evidence =
            privacy.keepsPictures
            ? kept.map {
                EvidencePlan(folder: $0.evidence, settings: configuration.evidence, isLimited: !isRecording)
            } : nil
        live = try LivePlan(configuration: configuration, places: kept).offer(isRecording: isRecording)
        plan = try RecognitionPlan(
            configuration, installation: .ofThisProgram,
            asking: !asksServers ? .never : isRecording ? .waiting : .live,
            usageFile: places?.remoteUsage, log: log)
        let leastTextHeight = plan.recognition.leastTextHeight
        missed =
            configuration.missed.keep
            ? kept.map {
                MissedPlan(
                    folder: $0.missed, configuration: configuration, leastTextHeight: leastTextHeight,
                    file: isRecording ? address.recordingName : nil)
            } : nil
        leftovers =
            isRecording
            ? nil
            : Leftovers.Settings(
                configuration, evidence: privacy.keepsPictures ? nil : places?.evidence,
                missed: configuration.missed.keep ? nil : places?.missed)
        // An address on the command line is another camera's.
        substream =
            address.location == configuration.source?.location && address.kind == .network
            ? configuration.substream.map { named in
                var named = named
                named.credentials = named.credentials ?? address.credentials
                return SubstreamWatch(
                    named, settings: configuration.capture, roi: configuration.recognition.attention
                ) { log.notice("\($0)") }
            } : nil
        trust = ClockTrust(log: log) { ClockSynchronisation.isKnown }
    }

    func scanner(
        interrupt: Interrupt, onFirstFrame: @escaping @Sendable () -> Void,
        onPulse: @escaping @Sendable (Vitals) -> Void
    ) -> Scanner {
        let (address, capture, plan, begin, kept) = (address, sparingCapture, plan, begin, evidence?.kept)
        let (missed, leftovers, trust, substream) = (missed, leftovers, trust, substream)
        let epoch = ContinuousClock.now
        let start = RecordingStart()
        let notes = Notes(log: log)
        let presence = CameraPresence(address)
        let vote = configuration.recognition.smoother
        let isRecording = address.kind == .file
        let clock: EventOutlet.Clock = isRecording ? .recording(start: { start.time }) : .live(epoch: epoch)
        return Scanner(
            recipes: .init(
                source: {
                    let source = try FFmpegSource(
                        address, settings: capture, epoch: epoch, substream: substream, interrupt: interrupt,
                        note: notes.tell)
                    if !source.isLive {
                        let time = RecordingTime(
                            of: address.location, recordedAt: source.stream.recordedAt,
                            duration: source.stream.duration,
                            given: begin)
                        start.set(time.start)
                        if let note = time.note(of: "\(address)") { notes.tell(note) }
                        let spacing = PictureSpacing(rate: source.stream.rate, of: "\(address)", vote: vote)
                        if let spacing { notes.tell("\(spacing)") }
                    }
                    return source
                },
                recogniser: { try plan.recogniser(keeping: kept) },
                outlet: { [self] in
                    // The sink first, since it is taken for this process alone.
                    try outlet(
                        epoch: epoch, start: start, sink: sink(),
                        printed: configuration.log.file == nil ? "events" : nil)
                },
                presence: { presence.isThere(within: .milliseconds(500)) },
                ledger: { [self] in
                    try missed?.ledger(
                        clock: clock,
                        pseudonyms: pseudonyms,
                        trust: trust, log: log)
                },
                leftovers: { leftovers.map { Leftovers($0, trust: trust, log: log) } },
                journal: journal, live: live,
                absence: { plan.remote?.absence }),
            settings: settings, log: log, onFirstFrame: onFirstFrame, onPulse: onPulse)
    }

    /// How the source is opened where what comes between two frames is wanted by nobody.
    private var sparingCapture: CaptureSettings {
        var settings = capture
        settings.interval = configuration.scanner.interval
        settings.hurriedInterval = configuration.scanner.hurriedInterval
        return settings
    }

    /// How the source is opened.
    var capture: CaptureSettings {
        var settings = plan.capture(configuration.capture)
        if evidence != nil { settings.wantsColour = true }
        return settings
    }

    private var settings: Scanner.Settings {
        var settings = configuration.scanner
        settings.camera = configuration.camera.description
        settings.stall = configuration.capture.stall
        settings.opening = configuration.capture.opening
        // A model of somebody's own need not read the canary's plate.
        if !plan.isKnown { settings.canary = nil }
        return settings
    }

    /// Without one nothing is known of the time before the start.
    private var journal: GapJournal? { address.kind == .file ? nil : places.map { GapJournal(path: $0.gaps) } }

    /// Keeps the camera's name for as long as it lives; nil where nothing else could take it.
    func lockName() throws -> FileLock? {
        guard address.kind != .file, let path = configuration.log.file, EventLog.canBe(at: path) else { return nil }
        return try FileLock(camera: configuration.camera, besideLog: path)
    }

    /// Where recognitions go, explanations included.
    ///
    /// - Parameter printed: what goes to standard output and is no explanation; nil for nothing.
    func outlet(
        epoch: ContinuousClock.Instant, start: RecordingStart, sink: any EventSink, printed: String?
    ) throws -> any Outlet {
        let isRecording = address.kind == .file
        let explanations = try configuration.log.explanations(printed: printed, log: log)
        return try EventOutlet(
            camera: configuration.camera.description, engine: plan.engineName,
            clock: isRecording ? .recording(start: { start.time }) : .live(epoch: epoch),
            file: isRecording ? address.recordingName : nil,
            sink: sink, explanations: explanations, pictures: evidence?.writer(trust: trust, log: log),
            pseudonyms: pseudonyms)
    }

    private var pseudonyms: Pseudonyms? {
        PrivacyPlan(configuration).pseudonyms(in: address.kind == .file ? nil : places, log: log)
    }

    /// The log loses nothing where it is a file; standard output, pipes and devices take what they take.
    private func sink() throws -> any EventSink {
        guard let path = configuration.log.file, EventLog.canBe(at: path) else {
            return LogSink(file: try LineFile(path: configuration.log.file))
        }
        let sealer = try MachineKey.sealer(
            named: configuration.log.sealKey, isService: places?.root == .system, isRecording: address.kind == .file,
            log: log)
        let spool = places?.spool ?? CameraPlaces.spool(besideLog: path)
        return try EventLog(
            .init(path: path, spool: spool, camera: configuration.camera.description), sealer: sealer, log: log)
    }
}
