import ArgumentParser
import Basics
import CameraConfiguration
import Engines
import Records
import Service

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ShadowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shadow",
        abstract: "Tell how a camera's running configuration and its shadow differed on a day.",
        discussion: """
            A second configuration beside the running one is set with shadow.file, or with plated run --shadow FILE. It looks at the same
            pictures while there is processor time, and of it come no events. What both reported lies in a folder, a file a day (UTC).
            This tells which plates only one of them reported, and which texts differ. Nothing is changed.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Argument(
        help: .init(
            "A camera's folder of its shadow, as systemd's /var/lib/plated/gate/shadow, or what --shadow-folder named.",
            valueName: "folder"))
    var folder: String

    @Option(help: .init("Of this day, such as 2026-11-23; the newest where none is given.", valueName: "day"))
    var day: String?

    @Flag(help: "Of every day that is there, the oldest first.")
    var all = false

    @Option(help: .init("text, or json for programs: a line a day.", valueName: "format"))
    var format = Format.text

    func validate() throws {
        if let day, !MissedFiles.isDay(day) { throw ValidationError("--day takes a day such as 2026-11-23") }
        if day != nil, all { throw ValidationError("--day names one day, and --all asks for every one") }
    }

    func run() throws {
        let action = "reading what the shadow wrote in \(folder)"
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw Failure(
                .noInput, while: action, because: "there is no such folder, or this user may not read it",
                remedy: "A service's can be read by root: sudo plated shadow …")
        }
        let days = names.filter { $0.hasSuffix(".ndjson") }.compactMap(ShadowFiles.day(ofName:)).sorted()
        let wanted = all ? days : (day.map { [$0] } ?? days.suffix(1))
        guard !days.isEmpty, wanted.allSatisfy(days.contains) else {
            let there = days.isEmpty ? "no day is" : "these days are: \(days.joined(separator: ", "))"
            throw Failure(
                .noInput, while: action, because: "\(there) there" + (days.isEmpty ? "" : ", not \(day ?? "")"))
        }
        var output: [UInt8] = []
        for day in wanted {
            let path = "\(folder)/\(ShadowFiles.lines(of: day))"
            guard let contents = FileManager.default.contents(atPath: path) else {
                throw Failure(.noInput, while: "reading \(path)", because: "it cannot be read")
            }
            let report = ShadowReport(ShadowDay(Array(contents), day: day))
            if format == .text, !output.isEmpty { output.append(UInt8(ascii: "\n")) }
            output += format == .json ? report.json : Array(report.text.utf8)
        }
        try StandardOutput.write(String(decoding: output, as: UTF8.self))
    }
}
