import ALPR
import ArgumentParser
import Basics
import CameraConfiguration
import Capture
import Engines
import Evaluation
import FFmpegCapture
import Logging
import Service

struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Replay a site's own recordings, and tell which settings would have read more or erred less.",
        discussion: """
            Each setting of a closed list is tried with other values, one at a time, and then what helped together. With --truth it is
            counted which plates are right, wrong, missed and repeated; without it, what several settings and several looks agree on counts
            for a setting, and the rest is shown as doubtful. Nothing is changed: the lines to change are printed.

            The truth is a table (CSV) with the columns plate and, where it is known, video (or file) and time; or lines of JSON with the
            same, such as a log that somebody corrected. The manifest of a set of clips is one, too. An empty plate beside a recording says
            that none came by in it.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Argument(help: .init("Recordings of the camera that is tuned.", valueName: "recording"))
    var recordings: [String]

    @Option(help: .init("Which plates came by: CSV, or lines of JSON.", valueName: "file"))
    var truth: String?

    @OptionGroup var options: ScanOptions

    @Option(help: .init("text, or json for programs.", valueName: "format"))
    var format = Format.text

    @Option(
        help: .init("Write a picture of every text that would change to this HTML file.", valueName: "file"))
    var sheet: String?

    func validate() throws {
        if options.explain != nil { throw ValidationError("--explain is for one set of settings: plated run has it") }
    }

    func run() throws {
        let present = try options.configuration()
        let inputs = recordings + [options.config, truth].compactMap(\.self)
        let sheet = try sheet.map { try WholeFile($0, as: "the contact sheet", notOver: inputs) }
        try PrivacyPlan(present).refuse("plated tune compares texts of plates")
        let log = Logger.plated(level: present.log.level)
        let plan = try TunedContenders.plan(present, log: log)
        if let choice = plan.choice { log.notice("\(choice)") }
        var contenders = TunedContenders(log: log)
        let now = try contenders.contender(.present, present)
        let opened = try open(capture: present.capture)
        let truth = try truth.map { try matched(TruthFile($0), opened, log: log) }

        let settings = TunedSettings(present: present, plan: plan)
        var notTried: [String] = []
        var first = [now]
        var tries: [TunedSettings.Try] = []
        for one in settings.all(plates: truth?.scopes.flatMap { Array($0.plates.keys) } ?? []) {
            do {
                first.append(try contenders.contender(one.variation, one.configuration))
                tries.append(one)
            } catch let error as any ToldError {
                let reason = Failure(error).description.split(separator: "\n").first.map(String.init) ?? ""
                notTried.append("\(one.variation.name): \(reason)")
            }
        }
        var capture = plan.capture(present.capture)
        capture.wantsColour = contenders.wantsColour
        let replay = TunedReplay(recordings: opened, capture: capture, stop: StopSignal(), log: log)
        log.info(
            "trying \(tries.count) other settings on \(opened.count) \(opened.count == 1 ? "recording" : "recordings")")
        let takes = try replay.takes(first, memory: contenders.memory, round: 1)
        let whole = takes.indices.filter { takes[$0] != nil }
        if whole.isEmpty { throw Failure(.badData, while: "tuning", because: "none of the recordings could be read") }
        let tuning = Tuning(
            first.map(\.variation), takes: takes.compactMap(\.self), truth: truth?.of(recordings: whole))
        var report = try together(tuning, tries, settings, &contenders, replay: replay, whole: whole)
        report.notTried = notTried
        report.file = options.config
        if let sheet { try sheet.write(Array(TuningSheet(report, png: PictureEncoder.png).html().utf8)) }
        if format == .json { try StandardOutput.write(report.json) } else { try StandardOutput.write(report.text) }
        if whole.count < takes.count { throw Failure(.badData) }
    }

    /// All of them, or every one that cannot be replayed.
    private func open(capture: CaptureSettings) throws -> [TunedRecording] {
        var attempts = Attempts()
        var seen: Set<String> = []
        let opened = recordings.filter { seen.insert($0).inserted }.compactMap { recording in
            attempts.attempt { try TunedRecording(recording, capture: capture) }
        }
        try attempts.check()
        return opened
    }

    private func matched(_ file: TruthFile, _ opened: [TunedRecording], log: Logger) throws -> Truth {
        let (truth, notes) = try TruthMatching(opened.map { .init(path: $0.path, time: $0.time) }).truth(of: file)
        for note in notes { log.notice("\(note)") }
        return truth
    }

    /// Replays what helped together, where there is more than one such thing, or all plates are in one part of the picture.
    private func together(
        _ tuning: Tuning, _ tries: [TunedSettings.Try], _ settings: TunedSettings, _ contenders: inout TunedContenders,
        replay: TunedReplay, whole: [Int]
    ) throws -> TuningReport {
        var second: [Contender] = []
        for variation in tuning.worthTogether {
            second.append(try contenders.contender(variation, settings.configuration(of: variation, tried: tries)))
        }
        if let region = tuning.commonPlace.flatMap(settings.region) {
            second.append(try contenders.contender(region.variation, region.configuration))
        }
        guard !second.isEmpty else { return tuning.report() }
        let again = TunedReplay(
            recordings: whole.map { replay.recordings[$0] }, capture: replay.capture, stop: replay.stop, log: replay.log
        )
        let takes = try again.takes(second, memory: contenders.memory, round: 2).compactMap(\.self)
        guard takes.count == whole.count else { return tuning.report() }
        return tuning.report(together: second.map(\.variation), takes: takes)
    }
}
