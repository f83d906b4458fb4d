import Proof
import Records

/// What became of some logs, for programs: one object of JSON. Fields are only ever added.
struct VerificationJSON {
    let text: String

    init(_ reports: [LogReport]) {
        text =
            Self.object([
                ("schema", Self.quoted("plated.verification/1")), ("whole", "\(reports.allSatisfy(\.isWhole))"),
                ("logs", Self.array(reports.map(Self.log))),
            ]) + "\n"
    }

    private static func log(_ report: LogReport) -> String {
        object([
            ("whole", "\(report.isWhole)"), ("files", array(report.files.map(quoted))),
            ("cameras", array(report.cameras.map(quoted))), ("lines", "\(report.lines)"),
            ("first", time(report.first)), ("last", time(report.last)), ("seals", "\(report.seals)"),
            ("sealed", time(report.sealed)), ("unsealed_lines", "\(report.unsealed)"),
            ("stopped", "\(report.isStopped)"),
            (
                "keys",
                array(
                    report.keys.map {
                        object([("key", quoted("\($0)")), ("fingerprint", quoted($0.fingerprint))])
                    })
            ),
            ("forgotten_lines", "\(report.forgotten)"),
            ("unsigned_forgotten_lines", "\(report.unsignedForgotten)"), ("torn_lines", "\(report.torn)"),
            ("pictures", report.pictures.map(String.init) ?? "null"), ("notes", array(report.notes.map(quoted))),
            ("findings", array(report.findings.map(finding))),
        ])
    }

    private static func finding(_ finding: Finding) -> String {
        object([
            ("kind", quoted(finding.kind.rawValue)), ("file", quoted(finding.place.file)),
            ("line", "\(finding.place.line)"), ("last_line", "\(finding.lastLine)"), ("text", quoted(finding.text)),
        ])
    }

    private static func quoted(_ text: String) -> String { JSONLine.quoted(text) }
    private static func time(_ time: WallTime?) -> String { time.map { quoted($0.description) } ?? "null" }
    private static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

    private static func object(_ fields: [(name: String, value: String)]) -> String {
        "{" + fields.map { "\(quoted($0.name)):\($0.value)" }.joined(separator: ",") + "}"
    }
}
