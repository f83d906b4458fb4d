import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import FFmpegCapture
import Logging
import Records

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read the plates in pictures and recordings; exits with 1 where there are none.",
        discussion: """
            Writes one line of JSON for every plate. In a recording several frames must agree, as with a camera; in a single
            picture the one reading counts, so look at its confidence. --polygons and --draw show all that was found in a picture.
            """)

    @Argument(help: .init("Pictures, recordings, image sequences (frames/%04d.jpg).", valueName: "file"))
    var files: [String]

    @OptionGroup var options: ScanOptions

    @OptionGroup var recording: RecordingOptions

    @OptionGroup var found: FoundOptions

    func validate() throws {
        if found.draw != nil, files.count > 1 {
            throw ValidationError("--draw is for one picture, and here are \(files.count) files")
        }
        if recording.start != nil, files.count > 1 {
            throw ValidationError("--start says when one file begins, and here are \(files.count)")
        }
    }

    func run() throws {
        var configuration = try options.configuration(areSingle: true)
        recording.apply(to: &configuration)
        let logger = Logger.plated(level: configuration.log.level)
        if found.isAsked { try PrivacyPlan(configuration).refuse("--polygons and --draw show plates") }
        let inputs = files.map { SourceAddress($0).location }
        try OutputPaths(configuration.log, inputs: inputs).refuseCollisions()
        var reader = try FileReader(configuration, begin: recording.begin(log: logger), log: logger)
        let output = try LineFile(path: nil)
        if found.isAsked {
            let target = try FoundOutput(found, output: output, inputs: inputs)
            reader.show { try target.write($0) }
        }
        let explanations = try configuration.log.explanations(printed: "plates", log: logger)

        var progress = ProgressBar()
        var plates = 0
        var failure: Failure?
        for (index, file) in files.enumerated() {
            do {
                let sink: any EventSink = found.polygons ? NoSink() : LogSink(file: output)
                plates += try reader.read(file, sink: sink, explanations: explanations) { part in
                    progress.show((Double(index) + part) / Double(files.count), "\(SourceAddress(file))")
                }
            } catch let error as LogFailure {
                throw error
            } catch {
                progress.clear()
                failure = failure ?? Failure(error)
                logger.error("\(Failure(error))")
            }
        }
        progress.clear()
        if let summary = reader.remoteSummary { logger.info("\(summary)") }
        // Every file's own error has been told.
        if let failure { throw Failure(failure.status) }
        if plates == 0 { throw Failure(.nothingFound) }
    }
}
