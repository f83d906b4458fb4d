import ALPR
import Addresses
import ArgumentParser
import Capture
import FFmpegCapture

/// A tool of the training, not installed: what the localiser sees of each row of shapes that may be a plate's.
@main
struct PlatedRows: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plated-rows",
        abstract: "Print the rows of shapes in pictures with what speaks for and against each, for training/localiser.",
        discussion: """
            Takes the pictures' paths from standard input, one a line. Prints one line a row of a candidate, tab-separated: the
            picture's number from 0, the candidate's number, the row's corners (x and y of the top left one, then clockwise), and
            its evidence.
            """)

    func run() throws {
        var localiser = RowLocaliser()
        var picture = 0
        print((["picture", "candidate"] + Self.corners + Self.names).joined(separator: "\t"))
        while let path = readLine() {
            let source = try FFmpegSource(SourceAddress(path))
            guard let frame = try source.nextFrame(where: { _ in true }) else {
                throw ValidationError("reading \(path): there is no picture in it")
            }
            for (number, candidate) in localiser.refinedCandidates(in: frame.image).enumerated() {
                for (row, evidence) in zip(candidate.region.rows, candidate.evidence) {
                    let corners = row.quad.corners.flatMap { [$0.x, $0.y] }
                    let values = [Double(picture), Double(number)] + corners + Self.values(of: evidence)
                    print(values.map { String($0) }.joined(separator: "\t"))
                }
            }
            picture += 1
        }
    }

    private static let corners = ["x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3"]
    private static let names = [
        "characters", "regularity", "separation", "ink", "closed_ends", "uneven_surroundings", "uneven_widths", "dark",
        "log_odds",
    ]

    private static func values(of evidence: RowEvidence) -> [Double] {
        [
            Double(evidence.characters), evidence.regularity, evidence.separation, evidence.ink,
            Double(evidence.closedEnds),
            evidence.unevenSurroundings, evidence.unevenWidths, evidence.isDarkOnLight ? 1 : 0, evidence.logOdds,
        ]
    }
}
