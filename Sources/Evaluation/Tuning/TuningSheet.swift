import ALPR
import Records

/// Every text that some settings tell and others do not, with its picture, as one HTML file: a person sees at once which are plates.
public struct TuningSheet {
    /// More than this a section is only counted.
    private static let limit = 400
    /// So many settings are named below a picture.
    private static let named = 6

    private let report: TuningReport
    /// Turns a grey picture into a PNG's bytes.
    private let png: (LumaImage) throws -> [UInt8]

    public init(_ report: TuningReport, png: @escaping (LumaImage) throws -> [UInt8]) {
        self.report = report
        self.png = png
    }

    public func html() throws -> String {
        var sheet = HTMLSheet(
            title: "plated: what other settings would read", heading: "What other settings would read")
        sheet.text(report.text)
        let changes = report.changes
        try section("With the recommended settings, in addition", of: &sheet) {
            $0.isToldWhenRecommended && !$0.isToldAtPresent
        }
        try section("With the recommended settings, no longer", of: &sheet) {
            !$0.isToldWhenRecommended && $0.isToldAtPresent
        }
        try section("Told now, and lost with other settings", of: &sheet) {
            $0.isToldWhenRecommended && $0.isToldAtPresent
        }
        for (standing, title) in [
            ("right", "Right, with other settings than the recommended ones"),
            ("agreed", "Agreed on, with other settings"),
            ("doubtful", "Doubtful, with other settings"), ("wrong", "Wrong, with other settings"),
            ("unknown", "In recordings that the truth does not name"),
        ] {
            try section(title, of: &sheet) {
                !$0.isToldWhenRecommended && !$0.isToldAtPresent && report.standing(of: $0) == standing
            }
        }
        if changes.isEmpty { sheet.paragraph("All settings told the same texts.") }
        return sheet.html
    }

    private func section(
        _ title: String, of sheet: inout HTMLSheet, _ isIncluded: (TuningReport.Change) -> Bool
    ) throws {
        let changes = report.changes.filter(isIncluded)
        guard !changes.isEmpty else { return }
        sheet.section("\(title): \(changes.count)")
        sheet.cards(try changes.prefix(Self.limit).map(card))
        if changes.count > Self.limit { sheet.paragraph("…and \(changes.count - Self.limit) more.") }
    }

    private func card(_ change: TuningReport.Change) throws -> (picture: HTMLSheet.Picture?, caption: String) {
        let bytes = try png(change.crop)
        let name = change.recording.split(separator: "/").last.map(String.init) ?? change.recording
        let settings =
            change.settings.prefix(Self.named).joined(separator: "; ")
            + (change.settings.count > Self.named ? "; and \(change.settings.count - Self.named) more" : "")
        let with =
            settings.isEmpty
            ? "" : "<br><small>\(change.isToldAtPresent ? "not with" : "with") \(HTMLSheet.escaped(settings))</small>"
        return (
            bytes.isEmpty ? nil : .init(bytes, .png),
            """
            <code>\(HTMLSheet.escaped(change.text))</code> <span class=stage>\(report.standing(of: change))</span><br>\
            \(change.looks) \(change.looks == 1 ? "look" : "looks")\(with)<br>\
            <small>\(HTMLSheet.escaped(name)) at \(JSONLine.number(change.position, digits: 2)) s</small>
            """
        )
    }
}
