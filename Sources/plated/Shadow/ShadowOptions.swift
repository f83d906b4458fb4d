import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import Engines
import Logging

/// Options of `plated run` for a second configuration; each takes the place of a key.
struct ShadowOptions: ParsableArguments {
    @Option(
        name: .customLong("shadow"),
        help: .init(
            "Look at the same pictures with a second configuration, too: this file says in what it differs. Of it come no events: what only "
                + "one of the two reports is written down for plated shadow. In place of shadow.file; of a recording, in no other way.",
            valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("shadow-folder"),
        help: .init("Write that down in this folder, in place of shadow.folder.", valueName: "folder"))
    var folder: String?

    func validate() throws {
        if folder != nil, file == nil { throw ValidationError("--shadow-folder is for --shadow") }
    }

    /// The plan and its folder; nil where no shadow is wanted. What is wrong with a service's shadow costs the shadow.
    func shadow(
        beside configuration: Configuration, of address: SourceAddress?, log: Logger
    ) throws -> (plan: ShadowPlan, folder: String)? {
        let isCamera = address.map { $0.kind != .file } ?? true
        guard let path = file ?? (isCamera ? configuration.shadow.file : nil) else { return nil }
        let usual = isCamera ? configuration.shadowFolder : nil
        guard let folder = folder ?? usual else {
            let reason = "there is no folder for what the two report"
            guard file == nil else {
                throw Failure(
                    .usage, while: "running the shadow \(path)", because: reason,
                    remedy: "Name one with --shadow-folder")
            }
            log.notice("no shadow runs: \(reason); shadow.folder or --shadow-folder names one")
            return nil
        }
        do {
            if let finding = OutputPaths.finding(ofFolder: folder, key: "shadow.folder"), finding.isProblem {
                throw Failure(.configuration, while: "shadow.folder", because: "\(folder) \(finding.message)")
            }
            let plan = try ShadowPlan(path, beside: configuration, log: log)
            for note in [plan.note, plan.plan.choice.map { "shadow: \($0)" }].compactMap(\.self) {
                log.notice("\(note)")
            }
            log.notice("a shadow runs beside it: \(path); what only one of the two reports goes to \(folder)")
            return (plan, folder)
        } catch {
            // Somebody who asks for it on the command line waits for it.
            guard file == nil else { throw error }
            log.error(
                "no shadow runs: \(error). Plates are read and logged without it; plated check tells what is wrong")
            return nil
        }
    }
}
