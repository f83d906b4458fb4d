import ALPR
import Addresses
import Basics
import CameraConfiguration
import Capture
import Engines
import FFmpegCapture
import Logging
import Records
import RemoteOCR
import Scanner

/// Reads whole files, one after the other, on the caller's thread.
struct FileReader {
    private let configuration: Configuration
    private let settings: Recogniser.Settings
    /// As events tell it.
    private let engine: String
    private let parts: RecognitionPlan.Parts
    private var capture: CaptureSettings
    /// Gets everything that was found in a picture; nil where the plates alone are wanted.
    private var onFound: ((FoundPicture) throws -> Void)?
    /// When the file begins, where somebody said so.
    private let begin: WallTime?
    private let pseudonyms: Pseudonyms?
    private let remote: RemotePlan?
    private let log: Logger

    init(_ configuration: Configuration, begin: WallTime? = nil, log: Logger) throws {
        self.configuration = configuration
        let plan = try RecognitionPlan(configuration, installation: .ofThisProgram, asking: .waiting, log: log)
        settings = plan.recognition
        engine = plan.engineName
        if let choice = plan.choice { log.notice("\(choice)") }
        if let remote = plan.remote { log.notice("\(remote.announcement)") }
        remote = plan.remote
        parts = try plan.make()
        capture = plan.capture(configuration.capture)
        self.begin = begin
        pseudonyms = PrivacyPlan(configuration).pseudonyms(log: log)
        self.log = log
    }

    /// Hands over everything that is found in pictures from now on; a recording is refused.
    mutating func show(_ found: @escaping (FoundPicture) throws -> Void) {
        onFound = found
        capture.wantsColour = true
    }

    /// What a server was asked, for people; nil where none was.
    var remoteSummary: String? { remote?.status.summary }

    /// Reads a picture or a recording to its end; returns how many plates were accepted. Throws behind the last of them where the file
    /// ends too soon.
    ///
    /// - Parameter progress: gets the part of the file that is done, 0-1.
    func read(
        _ file: String, sink: any EventSink, explanations: Explanations?, progress: (Double) -> Void
    ) throws -> Int {
        let address = SourceAddress(file)
        let source = try FFmpegSource(address, settings: capture, note: { log.notice("\($0)") })
        let time = RecordingTime(
            of: address.location, recordedAt: source.stream.recordedAt, duration: source.stream.duration, given: begin)
        let start = time.start
        var outlet: any Outlet = EventOutlet(
            camera: configuration.camera.description, engine: engine, clock: .recording(start: { start }),
            file: address.recordingName, sink: sink, explanations: explanations,
            pseudonyms: pseudonyms, now: { .now })
        var gate = configuration.scanner.gate
        var found = 0
        var reports: [CandidateReport] = []
        func take(_ recognition: Recognition) throws {
            found += recognition.accepted.count
            if onFound != nil { reports += recognition.reports }
            try outlet.write(recognition, arrival: .now)
        }

        guard let first = try source.nextFrame(where: { gate.admits($0) }) else { return 0 }
        // Whatever its time is: whether it is due is known once the first one is read.
        var next = try source.nextFrame(where: { _ in true })
        let isStill = next == nil && source.decoded == 1
        if configuration.engine == .remote, !isStill {
            throw Failure(
                .usage, while: "reading \(address)", because: "it has more than one picture",
                remedy: "A server alone reads single pictures: leave --engine out, and it reads beside another engine")
        }
        if onFound != nil, !isStill {
            throw Failure(
                .usage, while: "reading \(address)", because: "it has more than one picture",
                remedy:
                    "--polygons and --draw are for single pictures; plated probe --picture draws the best one of a recording"
            )
        }
        if !isStill, let note = time.note(of: "\(address)") { log.notice("\(note)") }
        var recogniser = Recogniser(
            localiser: parts.localiser, engine: parts.engine, distant: parts.distant,
            settings: isStill ? settings.forStills : settings)
        try take(recogniser.recognise(first))
        func isDue(_ time: Timestamp) -> Bool { gate.admits(time) { recogniser.wantsLooks } }
        if let second = next, !isDue(second.time) { next = try source.nextFrame(where: isDue) }
        while let frame = next {
            if let duration = source.stream.duration { progress(frame.time.sinceStart.seconds / duration.seconds) }
            try take(recogniser.recognise(frame))
            next = try source.nextFrame(where: isDue)
        }
        try take(recogniser.finish())
        try onFound?(FoundPicture(name: "\(address)", frame: first, reports: reports))
        try outlet.close()
        progress(1)
        if let loss = LostPictures(source.health.brokenPackets, of: address) { log.warning("\(loss)") }
        if source.health.cutPictures > 0 {
            let what = isStill ? "the file ends" : "of its pictures \(source.health.cutPictures) end"
            throw Failure(.badData, while: "reading \(address)", because: "\(what) too soon; what there is was read")
        }
        return found
    }
}
