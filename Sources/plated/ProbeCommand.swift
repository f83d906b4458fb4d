import ALPR
import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import Capture
import FFmpegCapture
import Logging
import Records
import Service

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Look at a camera or a recording: the stream, which plates are read in it, and what to change.",
        discussion: """
            Plates are looked for and read as `plated run` does with the same configuration: what is read here is what it \
            would report. Of a device (/dev/video0) the formats, sizes, rates and controls are listed, too.

            Plates are printed and drawn as they were read; keep the output as you would keep the log of plates.
            """)

    /// How long a camera is looked at.
    private static let usual = 10.0

    @Argument(help: .init("A file, rtsp://… or /dev/video0; in place of source.url.", valueName: "source"))
    var source: String?

    @OptionGroup var options: ScanOptions

    @Option(
        help: .init(
            "How long to look, in seconds; 10 of a camera, and all of a recording, where it is not given.",
            valueName: "seconds"))
    var seconds: Double?

    @Option(
        help: .init(
            "Write the picture that shows most, with what was seen in it drawn, to this file (.jpg or .png).",
            valueName: "file"))
    var picture: String?

    @Option(
        help: .init(
            "Write an HTML file with every plate and everything else that looked like one to this path.",
            valueName: "file"))
    var sheet: String?

    func validate() throws {
        if let seconds {
            guard seconds > 0, seconds <= 3600 else {
                throw ValidationError("--seconds takes more than 0 and at most 3600")
            }
        }
        if let picture, PictureFormat(path: picture) == nil {
            throw ValidationError("--picture takes a file that ends in .jpg or .png")
        }
    }

    func run() throws {
        // Before anything is looked at, which may take long.
        var configuration = try options.configuration()
        let given = source.map { SourceAddress($0) } ?? configuration.source
        let inputs = [given?.location, options.config].compactMap(\.self)
        let pictureFile = try picture.map { try WholeFile($0, as: "the picture", notOver: inputs) }
        let sheetFile = try sheet.map { try WholeFile($0, as: "the contact sheet", notOver: inputs) }
        // The service's own file is taken while it runs.
        configuration.log.explain = options.explain
        let privacy = PrivacyPlan(configuration)
        if picture != nil || sheet != nil { try privacy.refuse("--picture and --sheet show plates") }
        let logger = Logger.plated(level: configuration.log.level)
        let address = SourceCredentials.complete(given)
        let composition = try Composition(configuration, source: address, log: logger)
        FFmpegLog.forward(to: logger, hiding: composition.address)
        if composition.address.kind == .device {
            try StandardOutput.write(DeviceListing(V4L2Device(composition.address.location)).text)
        }
        let limit = seconds ?? (composition.address.kind == .file ? nil : Self.usual)
        let found = try Probe(
            composition: composition, limit: limit.map { .seconds($0) }, wantsColour: picture != nil || sheet != nil,
            wantsGlimpses: sheet != nil, log: logger
        ).run()
        var text = "source       \(composition.address)\n"
        if case .success(let report) = found.ending { text += report.facts.map { $0.line + "\n" }.joined() }
        let pseudonyms = privacy.pseudonyms(log: logger)
        text +=
            SurveyText(
                survey: found.survey, orientation: found.orientation,
                shown: { text in pseudonyms.map { $0.pseudonym(of: text, at: .now) } ?? text }
            ).text
        if case .success(let report) = found.ending {
            text += report.hints.map { Fact("advice", $0).line + "\n" }.joined()
        }
        try StandardOutput.write(text)
        if let pictureFile, let format = picture.flatMap({ PictureFormat(path: $0) }),
            let seen = SeenPicture(of: found.survey)
        {
            try pictureFile.write(format.bytes(of: seen.image))
        }
        try sheetFile?.write(Array(ProbeSheet(survey: found.survey, findings: text).html().utf8))
        // What was seen before the source was lost is worth telling, and so is that it was lost.
        _ = try found.ending.get()
    }
}
