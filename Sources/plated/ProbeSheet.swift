import ALPR
import Basics
import Evaluation
import FFmpegCapture
import Plates

/// What a survey saw, as one HTML file: the findings, the picture that shows most, every plate and every other candidate.
struct ProbeSheet {
    let survey: Survey
    /// As printed.
    let findings: String

    private static let jpeg = JPEGEncoder(quality: 85)

    func html() throws -> String {
        var sheet = HTMLSheet(title: "plated: what was seen", heading: "What was seen")
        sheet.text(findings)
        if let seen = SeenPicture(of: survey) { sheet.picture(.init(try Self.jpeg.bytes(of: seen.image), .jpeg)) }
        var told: Set<String> = []
        for plate in survey.plates where told.insert(plate.text).inserted {
            sheet.section(plate.text)
            sheet.cards(try cards(survey.glimpses?.ofPlates[plate.text] ?? []))
        }
        let others = survey.glimpses?.ofReasons ?? [:]
        for reason in Rejection.allCases {
            guard let glimpses = others[reason] else { continue }
            let count = survey.rejected[reason] ?? 0
            sheet.section("\(reason.rawValue): \(count), the largest \(glimpses.count) of different places and times")
            sheet.cards(try cards(glimpses))
        }
        return sheet.html
    }

    private func cards(_ glimpses: [Glimpses.Glimpse]) throws -> [(picture: HTMLSheet.Picture?, caption: String)] {
        try glimpses.sorted { $0.report.time < $1.report.time }.map { glimpse in
            let report = glimpse.report
            let text = report.candidates.first.map { "<code>\(HTMLSheet.escaped($0.text))</code>" } ?? "not read"
            let note =
                "characters \(report.textHeight.inTenths) pixels high, at \(report.time.sinceStart.seconds.inTenths) s"
            let picture = glimpse.picture
            let bytes = picture.width > 0 && picture.height > 0 ? try Self.jpeg.bytes(of: picture) : []
            return (bytes.isEmpty ? nil : .init(bytes, .jpeg), "\(text)<br><small>\(note)</small>")
        }
    }
}
