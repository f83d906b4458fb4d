import ALPR
import Records

/// One HTML file with a picture of everything that went wrong, so that a person can look instead of reading.
public struct ContactSheet {
    /// More than this a set is only counted.
    private static let limit = 400

    private let results: [SetResult]
    /// Turns a grey picture into a PNG's bytes.
    private let png: (LumaImage) throws -> [UInt8]

    public init(_ results: [SetResult], png: @escaping (LumaImage) throws -> [UInt8]) {
        self.results = results
        self.png = png
    }

    public func html() throws -> String {
        var sheet = HTMLSheet(title: "plated: where plates were lost", heading: "Where plates were lost")
        for result in results {
            sheet.section(result.name)
            sheet.text(result.text)
            for diagram in result.diagrams { sheet.drawing(diagram.svg) }
            sheet.cards(try result.findings.prefix(Self.limit).map(card))
            let more = result.findings.count - Self.limit
            if more > 0 { sheet.paragraph("…and \(more) more.") }
        }
        return sheet.html
    }

    private func card(_ finding: Finding) throws -> (picture: HTMLSheet.Picture?, caption: String) {
        let bytes = try png(finding.crop)
        let truth = finding.truth.map(HTMLSheet.escaped) ?? "—"
        let read = finding.read.map(HTMLSheet.escaped) ?? "—"
        let stage = finding.loss.map { HTMLSheet.escaped($0.description) } ?? "not there"
        let position = finding.position.map { " at " + JSONLine.number($0, digits: 2) + " s" } ?? ""
        let name = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
        return (
            bytes.isEmpty ? nil : .init(bytes, .png),
            """
            truth <code>\(truth)</code><br>read <code>\(read)</code><br>\
            <span class=stage>\(stage)</span><br><small>\(HTMLSheet.escaped(name))\(position)</small>
            """
        )
    }
}
