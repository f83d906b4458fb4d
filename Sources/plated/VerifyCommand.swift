import ArgumentParser
import Basics
import Proof
import Records
import Service
import Settings

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that logs are as they were written: nothing changed, removed, put in or moved.",
        discussion: """
            What a log was rotated to is found beside it, compressed files too. Exits with 0 where everything is whole, with 1
            where something is not. docs/proof.md says what that proves.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Argument(help: .init("Logs.", valueName: "log"))
    var logs: [String]

    @Option(help: .init("Check the pictures that the log names, too, in this folder.", valueName: "folder"))
    var evidence: String?

    @Option(
        help: .init(
            "A public key, as plated key prints it: seals by another one are findings, and so are forgotten lines that it did not sign. May be given again.",
            valueName: "file"))
    var key: [String] = []

    @Option(
        help: .init(
            "Seals that were handed out before, a line each: each must still be in the log. May be given again.",
            valueName: "file"))
    var seals: [String] = []

    @Flag(help: "The log must begin with its first line, and end with the seal of a stop.")
    var complete = false

    @Option(help: .init("text, or json for programs.", valueName: "format"))
    var format = Format.text

    func run() throws {
        var verifier = Verifier()
        verifier.evidence = evidence
        verifier.isComplete = complete
        for path in key {
            guard let key = PublicKey(in: try text(of: path)) else {
                throw Failure(
                    .badData, while: "reading the public key \(path)", because: "there is no Ed25519 key in it",
                    remedy: "plated key prints one")
            }
            verifier.keys.insert(key)
        }
        for path in seals {
            let lines = try text(of: path).split(separator: "\n").filter { $0.contains("plated.seal/") }
            if lines.isEmpty {
                throw Failure(.badData, while: "reading the seals \(path)", because: "there is none in it")
            }
            verifier.seals += lines.map { Array($0.utf8) }
        }
        if let evidence, !OutputPaths.isFolder(evidence) {
            throw Failure(.noInput, while: "looking for pictures", because: "there is no folder \(evidence)")
        }
        for log in logs where !FileManager.default.fileExists(atPath: log) {
            // What it was rotated to may be there.
            if try LogText.files(of: log).isEmpty {
                throw Failure(.noInput, while: "reading the log \(log)", because: "there is no such file")
            }
        }
        let reports = try verifier.verify(logs)
        try StandardOutput.write(
            format == .json
                ? VerificationJSON(reports).text : reports.map { VerificationText($0).text }.joined(separator: "\n"))
        if !reports.allSatisfy(\.isWhole) { throw Failure(.notWhole) }
    }

    private func text(of path: String) throws(Failure) -> String {
        do throws(TextFile.Unreadable) {
            return try TextFile(path).text()
        } catch {
            throw Failure(.noInput, while: "reading \(path)", because: error.reason)
        }
    }
}
