import ALPR
import Addresses
import ArgumentParser
import Basics
import Capture
import FFmpegCapture
import Logging
import Scanner

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Look at a camera or a recording: the stream, how well plates can be read in it, and what to change.",
        discussion: "Of a device (/dev/video0) it lists the formats, sizes, rates and controls, too.")

    @Argument(help: .init("A file, rtsp://… or /dev/video0; in place of source.url.", valueName: "source"))
    var source: String?

    @OptionGroup var options: ScanOptions

    @Option(help: .init("How long to look, in seconds.", valueName: "seconds"))
    var seconds = 10.0

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds takes more than 0 and at most 3600")
        }
    }

    func run() throws {
        let configuration = try options.configuration()
        let logger = Logger.plated(level: configuration.log.level)
        let address = SourceCredentials.complete(source.map { SourceAddress($0) } ?? configuration.source)
        let composition = try Composition(configuration, source: address, log: logger)
        FFmpegLog.forward(to: logger, hiding: composition.address)
        if composition.address.kind == .device {
            try StandardOutput.write(DeviceListing(V4L2Device(composition.address.location)).text)
        }

        let began = ContinuousClock.now
        let notes = Notes(log: logger)
        let source = try FFmpegSource(
            composition.address, settings: composition.capture, origin: began, note: notes.tell)
        var stream = StreamSurvey(opened: began.duration(to: .now))
        var survey = Survey(recognition: composition.plan.recognition, parts: try composition.plan.make())
        var progress = ProgressBar()
        // Looked at only after all were read: reading plates takes longer than a picture, and over UDP what waits is lost.
        let frames = try frames(of: source, interval: configuration.scanner.interval) { time in
            stream.count(time)
            progress.show(time.sinceStart.seconds / seconds, "watching the stream")
        }
        for (index, frame) in frames.enumerated() {
            progress.show(Double(index) / Double(frames.count), "looking for plates")
            try survey.look(at: frame)
        }
        progress.clear()
        try StandardOutput.write(
            "source       \(composition.address)\n" + stream.findings(of: source) + survey.findings
                + stream.advice(for: source))
    }

    /// Pictures to look at, from all of the time: no more than forty, and than fit in 200 MB.
    private func frames(
        of source: FFmpegSource, interval: Duration, count: (Timestamp) -> Void
    ) throws -> [Frame] {
        let limit = Duration.seconds(seconds)
        var gate = FrameGate(interval: max(interval, limit / 40))
        var frames: [Frame] = []
        var size = 0
        while let frame = try source.nextFrame(where: { time in
            if time.sinceStart <= limit { count(time) }
            return gate.admits(time) || time.sinceStart > limit
        }) {
            guard frame.time.sinceStart <= limit else { break }
            size += frame.image.pixels.count
            if size <= 200_000_000 { frames.append(frame) }
        }
        return frames
    }
}
