import ALPR
import ArgumentParser
import FFmpegCapture
import Logging
import Scanner
import TesseractOCR

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Look at a camera or a recording: the stream, how well plates can be read in it, and what to change.")

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

        let began = ContinuousClock.now
        let source = try FFmpegSource(composition.address, settings: configuration.capture, origin: began)
        let opened = began.duration(to: .now)
        var survey = Survey(
            recognition: composition.recognition,
            engine: try TesseractEngine(model: composition.model, preprocessing: configuration.tesseract.preprocessing))
        var gate = FrameGate(interval: configuration.scanner.interval)
        var progress = ProgressBar()
        let limit = Duration.seconds(seconds)
        while let frame = try source.nextFrame(where: { gate.admits($0) || $0.sinceStart > limit }) {
            guard frame.time.sinceStart <= limit else { break }
            try survey.look(at: frame)
            progress.show(frame.time.sinceStart.seconds / seconds, "looking for plates")
        }
        progress.clear()
        print(describe(source, opened: opened, address: composition.address), terminator: "")
        print(survey.findings, terminator: "")
    }

    private func describe(_ source: FFmpegSource, opened: Duration, address: SourceAddress) -> String {
        let stream = source.stream
        let rate = stream.rate > 0 ? "\(Survey.rounded(stream.rate)) pictures a second" : "rate not stated"
        let keys =
            source.keyFrameDistance.map { "a key frame every \($0) pictures" } ?? "fewer than two key frames seen"
        return """
            source       \(address)
            opened in    \(Survey.rounded(opened.seconds)) s
            stream       \(stream.container): \(stream.codec), \(stream.width)x\(stream.height), \(stream.pixelFormat), \(rate)
            key frames   \(keys)
            decoded      \(source.decoded) pictures, \(source.health.brokenPackets) broken packets

            """
    }
}
