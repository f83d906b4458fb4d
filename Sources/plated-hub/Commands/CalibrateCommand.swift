import Answers
import ArgumentParser
import Basics
import Console
import History
import Records
import Service

/// How often cameras' plates are right, beside what their probabilities say.
struct CalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "How often each camera's plates are right, beside what their probabilities say.",
        discussion: """
            It goes by what people said in the console of the last 90 days: of plates that chance drew (page "Are they right?"), and by corrections \
            of the newest 2000, which can only lower the odds. What may well be chance changes nothing. No setting is changed: it prints \
            plates.probability_odds, which makes both agree, for the camera's own configuration.
            """)

    @Argument(help: .init("A camera; all, where none is given.", valueName: "camera"))
    var cameras: [String] = []

    @Option(help: .init("table, json (one object) or csv.", valueName: "format"))
    var format = OutputFormat.table

    @OptionGroup var lookup: LookupOptions

    private static let columns = [
        "camera", "checked", "wrong", "expected", "newest", "corrected", "expected wrong", "odds now", "odds",
    ]

    func run() async throws {
        let settings = try lookup.settings()
        let history = try await lookup.open(settings, for: Self.self)
        let known = try await history.present().cameras
        if let unknown = cameras.first(where: { !known.contains($0) }) {
            throw Failure(
                .usage, while: "", because: "the history has no camera \(unknown)",
                remedy: known.isEmpty ? "It has none." : "It has: \(known.joined(separator: ", ")).")
        }
        guard let accounts = try AccountFile.there(settings.accountFile(in: .current)) else {
            throw Failure(
                .noInput, while: "", because: "nobody has corrected anything: the console was never used here",
                remedy: "plated-hub user add NAME --role operator makes an account.")
        }
        var reviews: [CameraReview] = []
        for camera in cameras.isEmpty ? known : cameras {
            reviews.append(try await CameraReview(of: camera, in: history, accounts, now: .now))
        }
        try StandardOutput.write(answer(reviews))
    }

    private func answer(_ reviews: [CameraReview]) -> String {
        switch format {
        case .table:
            var table = TextTable(Self.columns)
            for review in reviews { table.add(Self.cells(review)) }
            let settings = reviews.compactMap { review in
                review.proposal.map {
                    "\(review.camera): plates: {probability_odds: \(Self.factor($0))}\n"
                }
            }
            return table.text
                + (settings.isEmpty
                    ? "Nothing is to be changed.\n"
                    : "To be put into the camera's configuration:\n" + settings.joined())
        case .csv: return CSVRow.text(Self.columns) + reviews.map { CSVRow.text(Self.cells($0)) }.joined()
        case .json:
            var object = JSONObject()
            object.add("schema", "plated.calibration/1")
            object.add("cameras", json: JSONObject.list(reviews.map(Self.json)))
            return object.text + "\n"
        }
    }

    private static func cells(_ review: CameraReview) -> [String] {
        let (checked, corrected) = (review.odds.checked, review.odds.corrected)
        return [
            review.camera, "\(checked.plates)", "\(checked.wrong)", JSONLine.number(checked.expected, digits: 1),
            "\(corrected.plates)", "\(corrected.wrong)", JSONLine.number(corrected.expected, digits: 1),
            factor(review.present), factor(review.odds.odds),
        ]
    }

    private static func json(_ review: CameraReview) -> String {
        let (checked, corrected) = (review.odds.checked, review.odds.corrected)
        var object = JSONObject()
        object.add("camera", review.camera)
        object.add("checked", checked.plates)
        object.add("wrong", checked.wrong)
        object.add("expected_wrong", json: JSONLine.number(checked.expected, digits: 2))
        object.add("untold", review.untold)
        object.add("newest", corrected.plates)
        object.add("newest_corrected", corrected.wrong)
        object.add("newest_expected_wrong", json: JSONLine.number(corrected.expected, digits: 2))
        object.add("odds_now", json: factor(review.present))
        object.add("odds", json: factor(review.odds.odds))
        return object.text
    }

    private static func factor(_ odds: Double) -> String { JSONLine.number(odds, digits: 2) }
}
