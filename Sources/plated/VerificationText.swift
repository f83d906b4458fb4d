import Proof

/// What became of a log, for people.
struct VerificationText {
    /// More are counted.
    private static let most = 200

    private let report: LogReport

    init(_ report: LogReport) {
        self.report = report
    }

    private var name: String { report.files.last ?? "no file" }

    var text: String {
        let found = report.findings.count
        var lines = ["\(name): " + (found == 0 ? "whole" : "NOT WHOLE, \(counted(found, "finding"))")]
        if report.files.count > 1 {
            lines.append("  \(report.files.count) files, from \(report.files[0]) on")
        }
        var span = "  \(counted(report.lines, "line"))"
        if let first = report.first, let last = report.last { span += ", \(first) to \(last)" }
        if !report.cameras.isEmpty { span += ", " + report.cameras.joined(separator: " ") }
        lines.append(span)
        if let sealed = report.sealed {
            lines.append("  \(counted(report.seals, "seal")), the last one of \(sealed)" + behind)
            lines += report.keys.map { "  sealed by \($0.fingerprint)" }
        }
        if report.forgotten > 0 {
            let unsigned = report.unsignedForgotten
            lines.append(
                "  \(counted(report.forgotten, "line")) forgotten: the text was removed"
                    + (unsigned > 0 ? "; \(unsigned) without a signature" : ""))
        }
        if report.torn > 0 { lines.append("  \(counted(report.torn, "torn line")), from power cuts or kills") }
        if let pictures = report.pictures { lines.append("  \(counted(pictures, "picture")) as written") }
        lines += report.notes.map { "  note: \($0)" }
        lines += report.findings.prefix(Self.most).map { finding in
            let range = finding.lastLine > finding.place.line ? "-\(finding.lastLine)" : ""
            return "  \(finding.place)\(range): \(finding.text)"
        }
        if found > Self.most { lines.append("  and \(found - Self.most) more") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var behind: String {
        if report.unsealed > 0 {
            return "; \(counted(report.unsealed, "line")) behind it are chained, and not sealed yet"
        }
        return report.isStopped ? ", when the scanner stopped" : ""
    }

    private func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
}
