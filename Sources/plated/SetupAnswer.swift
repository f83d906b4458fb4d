import ALPR
import Addresses
import Basics
import CameraConfiguration
import CameraSetup
import Capture
import Engines
import FFmpegCapture
import Logging
import Plates
import Records
import Service

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answer to one question of the console.
struct SetupAnswer {
    /// Of the pictures that are looked at.
    private static let jpeg = JPEGEncoder(quality: 90)
    private static let longest = 60

    let question: SetupQuestion
    let root: CameraPlaces.Root
    let channel: PartChannel
    private let log = Logger(label: "plated") { _ in SwiftLogNoOpLogHandler() }

    init(_ question: SetupQuestion, root: CameraPlaces.Root, channel: PartChannel) {
        self.question = question
        self.root = root
        self.channel = channel
    }

    func give() throws {
        switch question.kind {
        case .about: try channel.send(.choices, choices)
        case .check: try channel.send(.problems, try check.problems)
        case .look: try look()
        case .retry: try retry()
        }
    }

    // MARK: - Here

    private var choices: SetupChoices {
        let countries = Installation.ofThisProgram.formats.map { FormatFile.loadAll(folder: $0) }
        var known: [SetupChoices.Country] = []
        if case .success(let all)? = countries { known = all.map { .init(code: $0.code, name: $0.name) } }
        let devices = Self.deviceNames.filter { $0.hasPrefix("video") && $0.dropFirst(5).allSatisfy(\.isNumber) }
        return SetupChoices(countries: known, devices: devices.sorted().map { "/dev/\($0)" })
    }

    /// Devices are an offer: where they cannot be listed, one is typed.
    private static var deviceNames: [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: "/dev") } catch { return [] }
    }

    private var check: SetupCheck {
        get throws {
            guard let camera = CameraID(question.camera) else {
                throw Failure(
                    .usage, while: "answering a question about a camera", because: "a camera's name \(CameraID.rule)")
            }
            return SetupCheck(
                question.yaml, path: CameraPlaces(camera, root).configuration, hasCredentials: question.hasCredentials)
        }
    }

    // MARK: - At the camera

    private func look() throws {
        let composition = try composition()
        let found = try Probe(
            composition: composition, limit: .seconds(min(max(question.seconds, 1), Self.longest)), wantsColour: true,
            wantsGlimpses: true, log: log,
            onFrame: send
        ).run()
        var findings = SetupSurvey(survey: found.survey, orientation: found.orientation)
        if case .success(let report) = found.ending {
            findings.facts = report.facts.map { .init(name: $0.name, value: $0.value) }
            findings.advice = report.hints
        }
        try findings.send(over: channel)
        _ = try found.ending.get()
    }

    private func send(_ frame: Frame) throws {
        let bytes = try Self.jpeg.bytes(of: frame.anyColour)
        let at = Int(frame.time.sinceStart.milliseconds)
        try channel.send(Part(PartHead(.frame, bytes: bytes.count, at: at), bytes: bytes))
    }

    private func composition() throws -> Composition {
        let check = try check
        guard check.problems.isEmpty else {
            throw Failure(
                .configuration, while: "",
                because: check.problems.map { "\($0.key.map { "\($0): " } ?? "")\($0.message)" }.joined(separator: "\n")
            )
        }
        var configuration = check.configuration
        configuration.log.explain = nil
        try PrivacyPlan(configuration).refuse("pictures of a look show plates")
        if let user = question.user {
            configuration.source?.credentials = .init(user: user, password: question.password ?? "")
        }
        if let address = configuration.source { Secrets.add(address) }
        // Nothing that somebody only looks at leaves the machine.
        return try Composition(configuration, source: configuration.source, asksServers: false, log: log)
    }

    // MARK: - On what was seen

    private func retry() throws {
        let composition = try composition()
        let recogniser = try composition.plan.recogniser()
        var survey = Survey(recogniser, keepsGlimpses: true)
        let taken = question.orientation.flatMap { Orientation(rawValue: $0) } ?? .upright
        let frames = SeenFrames(channel: channel, settings: composition.capture, taken: taken)
        while let frame = try frames.next() { _ = try survey.add(frame) }
        guard survey.frames > 0 else {
            throw Failure(
                .noInput, while: "trying the settings", because: "there are no pictures yet: look at the camera first")
        }
        _ = survey.finish()
        try SetupSurvey(survey: survey, orientation: nil).send(over: channel)
    }
}
