import ALPR
import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import Capture
import Engines
import Evaluation
import FFmpegCapture
import Logging
import Records
import RemoteOCR
import Scanner
import Service
import Settings

struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Measure recognition on pictures and clips with known plates, and show where plates are lost.",
        discussion: """
            A set is a manifest (CSV) or a folder:
              stills   image,x_min,y_min,x_max,y_max,text      (pixels from the top-left corner; box and text may be empty)
              Turi     image,id,name,xMin,xMax,yMin,yMax,text  (as Turi Create is trained from; text is optional)
              clips    video,text                              (several rows for several plates, an empty text for none)
              folder   with a manifest.csv, or with pictures named after their plate (AB12CD.jpg, AB12CD_2.jpg)

            Exits with 65 where rows, pictures or clips could not be measured; the others are measured all the same.
            """)

    @Argument(help: .init("Manifests or folders.", valueName: "set"))
    var sets: [String]

    @OptionGroup var options: ScanOptions

    @Flag(help: "Read the labelled boxes instead of finding plates: reading alone.")
    var boxes = false

    @Flag(
        help: """
            Print what localiser and engine alone say of each picture, as lines of JSON: every find, read once, nothing weighed. For \
            comparison with the tools of the nets' makers.
            """)
    var bare = false

    @Flag(
        help: """
            Show whether confidences and probabilities mean what they say: of texts that were told with 0.9, how many are right? As a \
            table for each set and one for all of them, and with --sheet as diagrams, too.
            """)
    var calibration = false

    @Option(
        help: .init(
            """
            Characters that the labels do not tell apart, such as O0 where they write O as 0: texts that differ in nothing else are the same. \
            May be given several times.
            """, valueName: "characters"))
    var alike: [String] = []

    func validate() throws {
        if let objection = Likeness.objection(to: alike) { throw ValidationError("--alike takes \(objection)") }
    }

    @Option(
        help: .init(
            """
            Write what spoke for each text that was told of a labelled plate, and whether it was right, to this file (tab-separated), as \
            training/probability takes it.
            """, valueName: "file"))
    var grounds: String?

    @Flag(help: "Print one line of JSON a set.")
    var json = false

    @Option(help: .init("Write a contact sheet of everything that went wrong to this HTML file.", valueName: "file"))
    var sheet: String?

    func run() throws {
        // Before anything is measured, which may take hours.
        let sheet = try sheet.map {
            try WholeFile($0, as: "the contact sheet", notOver: sets + [options.config].compactMap(\.self))
        }
        let grounds = try grounds.map {
            try WholeFile($0, as: "the grounds", notOver: sets + [options.config, self.sheet].compactMap(\.self))
        }
        if bare, calibration || grounds != nil {
            throw ValidationError("--bare weighs nothing, so there is no confidence to calibrate")
        }
        let configuration = try options.configuration()
        try OutputPaths(configuration.log, inputs: sets).refuseCollisions()
        try PrivacyPlan(configuration).refuse("plated eval compares texts of plates")
        let logger = Logger.plated(level: configuration.log.level)
        let plan = try RecognitionPlan(
            configuration, installation: .ofThisProgram, asking: bare || boxes ? .never : .waiting, log: logger)
        if let choice = plan.choice { logger.notice("\(choice)") }
        if let remote = plan.remote { logger.notice("\(remote.announcement)") }
        defer { if let line = plan.remote?.status.summary { logger.notice("\(line)") } }
        if bare {
            var reading = BareReading(
                parts: try plan.make(bare: true), capture: plan.capture(configuration.capture), log: logger)
            try reading.write(sets)
            return
        }
        let measuring = Measuring(
            settings: plan.recognition, parts: try plan.make(), capture: plan.capture(configuration.capture),
            gate: configuration.scanner.gate, onBoxes: boxes, likeness: Likeness(alike), log: logger,
            camera: configuration.camera.description,
            explanations: try configuration.log.explain.map {
                try LineFile(path: ExplanationFile.path($0, printed: "figures"), for: .explanations())
            })
        // All of them first: what is wrong with the last one is not told after an hour.
        let manifests = try sets.map { set in
            let manifest = try ManifestFile.read(set)
            for problem in manifest.problems { logger.warning("\(problem)") }
            if manifest.pictures.isEmpty, manifest.clips.isEmpty {
                throw Failure(
                    .badData, while: "measuring \(set)", because: "there is no picture or clip in it to be measured")
            }
            return manifest
        }
        let output = try LineFile(path: nil)
        var results: [SetResult] = []
        for manifest in manifests {
            for var result in try measuring.results(of: manifest) {
                result.showsCalibration = calibration
                results.append(result)
                try output.append(json ? result.json : Array(result.text.utf8))
            }
        }
        try grounds?.write(Array(Telling.table(of: results).utf8))
        if calibration, results.count > 1 {
            let all = SetResult("all sets", together: results)
            try output.append(json ? all.json : Array(all.text.utf8))
            results.append(all)
        }
        if let sheet {
            try sheet.write(Array(ContactSheet(results, png: PictureEncoder.png).html().utf8))
        }
        if results.contains(where: { $0.problems > 0 }) { throw Failure(.badData) }
    }
}

/// Runs the evaluations over a manifest's files, with a progress bar.
private struct Measuring {
    let settings: Recogniser.Settings
    let parts: RecognitionPlan.Parts
    let capture: CaptureSettings
    let gate: FrameGate
    let onBoxes: Bool
    let likeness: Likeness
    let log: Logger
    let camera: String
    let explanations: LineFile?

    func results(of manifest: Manifest) throws -> [SetResult] {
        var progress = ProgressBar()
        defer { progress.clear() }
        var results: [SetResult] = []
        if !manifest.pictures.isEmpty {
            var stills = StillEvaluation(
                localiser: parts.localiser, engine: parts.engine, distant: parts.distant,
                boxReader: boxReader(for: parts.engine, formats: settings.formats), settings: settings,
                onBoxes: onBoxes,
                likeness: likeness)
            var failed = manifest.problems.count
            for (index, picture) in manifest.pictures.enumerated() {
                progress.show(Double(index) / Double(manifest.pictures.count), picture.path)
                var outside: [Problem] = []
                failed += try passingOver(picture.path, &progress) {
                    let source = try FFmpegSource(SourceAddress(picture.path), settings: capture)
                    let frame = try source.whole(picture.path)
                    var picture = picture
                    let size = "\(frame.image.width)x\(frame.image.height)"
                    outside = picture.removeOutside(frame.image.bounds).map {
                        let message = "is left out: its box lies outside the picture, which is \(size)"
                        return Problem(file: manifest.file, line: $0.line, message: message)
                    }
                    try explain(stills.add(picture, frame: frame), of: picture.path)
                }
                failed += outside.count
                if !outside.isEmpty { progress.clear() }
                for problem in outside { log.warning("\(problem)") }
            }
            results.append(SetResult(manifest.name, stills: stills, problems: failed))
        }
        if !manifest.clips.isEmpty {
            var clips = ClipEvaluation(
                localiser: parts.localiser, engine: parts.engine, distant: parts.distant, settings: settings,
                likeness: likeness)
            var failed = manifest.pictures.isEmpty ? manifest.problems.count : 0
            for (index, clip) in manifest.clips.enumerated() {
                progress.show(Double(index) / Double(manifest.clips.count), clip.path)
                failed += try passingOver(clip.path, &progress) {
                    let source = try FFmpegSource(SourceAddress(clip.path), settings: capture)
                    var gate = gate
                    // A clip without a picture is none in which no plate was found.
                    var first: Frame? = try source.first(of: clip.path) { gate.admits($0) }
                    let reports = try clips.add(clip) { hurries in
                        defer { first = nil }
                        return try first ?? source.nextFrame(where: { gate.admits($0) { hurries } })
                    }
                    try explain(reports, of: clip.path)
                }
            }
            results.append(SetResult(manifest.name, clips: clips, problems: failed))
        }
        return results
    }

    private func explain(_ reports: [CandidateReport], of file: String) throws {
        guard let explanations else { return }
        let now = WallTime.now
        for report in reports {
            try explanations.append(CandidateRecord(report, time: now, camera: camera, file: file).line)
        }
    }

    /// A file that cannot be read is told and counted; 1 where it was.
    private func passingOver(_ file: String, _ progress: inout ProgressBar, _ body: () throws -> Void) throws -> Int {
        do {
            try body()
            return 0
        } catch let error where error.isOfFile {
            progress.clear()
            log.warning("\(error.leftOut)")
            return 1
        }
    }
}
