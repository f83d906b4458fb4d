import ALPR
import Basics
import CameraConfiguration
import Capture
import Engines
import FFmpegCapture
import Logging
import Records
import Scanner

/// Looks at a source for a while, as `plated run` does, and reports nothing to a log.
struct Probe {
    let composition: Composition
    /// Nil for all of a recording.
    let limit: Duration?
    /// Whether the pictures that are kept are to have their colours.
    let wantsColour: Bool
    /// Whether every candidate is to be shown.
    let wantsGlimpses: Bool
    let log: Logger
    /// Is handed each picture before it is looked at.
    var onFrame: (Frame) throws -> Void = { _ in }

    /// What came of it.
    struct Findings {
        var survey: Survey
        /// How the pictures seem to lie, where that is not how they are taken.
        var orientation: OrientationTrial.Verdict?
        /// How the source ended.
        var ending: Result<ProbeCapture.Report, any Error>
    }

    /// Looks until the time or the recording is over.
    func run() throws -> Findings {
        let recogniser = try composition.plan.recogniser()
        let began = ContinuousClock.now
        let start = RecordingStart()
        var outlet = try composition.outlet(epoch: began, start: start, sink: NoEvents(), printed: "findings")
        let capture = ProbeCapture(
            composition.address, settings: settings, interval: composition.configuration.scanner.interval, limit: limit,
            vote: composition.configuration.recognition.smoother)
        capture.start(epoch: began, recording: start, note: Notes(log: log).tell)
        // The second picture tells whether there is more than one.
        let first = capture.slot.take()
        var next = capture.slot.take()
        guard let first else {
            _ = try capture.result.get()
            throw Failure(
                .badData, while: "looking at \(composition.address)",
                because: "there is no picture in it that can be decoded")
        }
        let isStill = next == nil && capture.isOfOnePicture
        var survey = Survey(
            isStill ? recogniser.replaced(settings: composition.plan.recognition.forStills) : recogniser,
            keepsGlimpses: wantsGlimpses)
        var progress = ProgressBar()
        defer { progress.clear() }
        try onFrame(first.frame)
        try outlet.write(survey.add(first.frame), arrival: first.at)
        while let arrival = next {
            if let duration = capture.duration {
                progress.show(arrival.frame.time.sinceStart.seconds / duration.seconds, "looking for plates")
            }
            try onFrame(arrival.frame)
            try outlet.write(survey.add(arrival.frame), arrival: arrival.at)
            next = capture.slot.take()
        }
        try outlet.write(survey.finish(), arrival: nil)
        try outlet.close()
        progress.show(1, "turning the pictures round")
        let turning = try turning
        let trial = OrientationTrial(
            recogniser: try turning.recogniser(), settings: turning.recognition, current: settings.orientation)
        return Findings(
            survey: survey, orientation: try trial.verdict(on: survey.moments.all.map(\.frame)), ending: capture.result)
    }

    /// What reads pictures that are turned round: Tesseract with our model, for a net reads many a mirrored plate as surely as
    /// another one.
    private var turning: RecognitionPlan {
        get throws {
            var configuration = composition.configuration
            (configuration.engine, configuration.localiser) = (.tesseract, .rows)
            // What is weighed is how surely something is read, not how probable it is.
            configuration.recognition.smoother.minimumProbability = nil
            return try RecognitionPlan(configuration, installation: .ofThisProgram, asking: .never, log: log)
        }
    }

    private var settings: CaptureSettings {
        var settings = composition.capture
        if wantsColour { settings.wantsColour = true }
        return settings
    }
}

/// Takes events and keeps none.
private struct NoEvents: EventSink {
    var backlog: Int { 0 }

    func record(_ record: any LogRecord) {}
    func reopen() {}
    func flush() {}
    func close() {}
}
