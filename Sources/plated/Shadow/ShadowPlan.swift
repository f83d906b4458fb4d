import ALPR
import Basics
import CameraConfiguration
import Capture
import Engines
import Logging
import Records
import Scanner
import Settings

/// A second configuration that looks at the same pictures, and where it is written down what both report: final values.
struct ShadowPlan {
    let running: Configuration
    let shadow: Configuration
    let plan: RecognitionPlan
    /// In which they differ, with the values of each.
    let values: (running: [String: String], shadow: [String: String])

    /// - Parameters:
    ///   - file: says in what it differs from the running one.
    ///   - given: what the command line puts something in the place of.
    /// - Throws: everything that is wrong with it.
    init(_ file: String, beside running: Configuration, log: Logger) throws {
        let refusal = "running the shadow \(file)"
        try PrivacyPlan(running).refuse("\(refusal), which compares texts of plates")
        // The camera, its source and its passwords are those of the running one, whatever stands there.
        let surroundings = ConfigurationFile.Surroundings.process(
            given: ["camera", "source.url", "source.credentials_file"], forgivesForbiddenSecrets: true)
        var shadow = try ConfigurationFile(path: file, surroundings: surroundings, over: running).checked()
        shadow.camera = running.camera
        shadow.source = running.source
        if shadow.engine == .remote {
            throw Failure(
                .configuration, while: refusal, because: "its engine is remote, and a shadow asks no server",
                remedy: "Name what reads on this machine: engine: tesseract, neural or auto")
        }
        let keys = Configuration.keysOfRecognition
        let (old, new) = (running.values(of: keys), shadow.values(of: keys))
        let differing = keys.filter { old[$0] != new[$0] }
        if differing.isEmpty {
            throw Failure(
                .configuration, while: refusal,
                because: "it says nothing that decides on what is read and that the running configuration does not say",
                remedy: "Write the keys into it that are to be tried, such as plated tune prints them")
        }
        func values(_ all: [String: String]) -> [String: String] { all.filter { differing.contains($0.key) } }
        self.values = (values(old), values(new))
        self.running = running
        self.shadow = shadow
        plan = try RecognitionPlan(shadow, installation: .ofThisProgram, asking: .never, log: log)
    }

    /// What a person may want to know.
    var note: String? {
        guard shadow.scanner.interval < running.scanner.interval else { return nil }
        return
            "gate.interval_ms of the shadow is \(shadow.scanner.interval.milliseconds), and it sees only the pictures that are looked at"
            + " anyway, every \(running.scanner.interval.milliseconds) ms: plated tune tries a shorter one on a recording"
    }

    /// - Parameters:
    ///   - folder: where it is written down.
    ///   - recording: its name; nil for cameras.
    func offer(
        in folder: String, recording: String?, clock: EventOutlet.Clock, trust: ClockTrust, log: Logger
    ) -> ShadowOffer {
        let settings = ShadowDiary.Settings(
            folder: folder, camera: running.camera, file: recording, days: recording == nil ? running.shadow.days : nil,
            running: values.running, shadow: values.shadow)
        let plan = plan
        return ShadowOffer(
            recogniser: { try plan.recogniser() },
            diary: { try ShadowDiary(settings, clock: clock, trust: trust, log: log) },
            gate: shadow.scanner.looksAtLess(than: running.scanner) ? shadow.scanner.gate : FrameGate(interval: .zero),
            isRecording: recording != nil)
    }
}
