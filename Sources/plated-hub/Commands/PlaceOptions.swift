import Answers
import ArgumentParser
import History
import Records

/// Where a plate was seen.
struct PlaceOptions: ParsableArguments {
    @Option(help: .init("Only this camera's; may be given several times.", valueName: "name"))
    var camera: [String] = []

    @Option(help: .init("Only of this lane.", valueName: "name"))
    var lane: String?

    @Option(help: .init("Only what was approaching, leaving, passing or standing.", valueName: "movement"))
    var direction: String?

    /// - Parameter match: nil for a pattern where the text has `?` or `*`, else exact.
    func search(
        text: String?, match: Search.Way?, distance: Int?, period: PeriodOptions
    ) throws -> Search {
        let isPattern = text?.contains { "?*".contains($0) } ?? false
        return try Search(
            way: match ?? (isPattern ? .pattern : .exact), text: text, cameras: camera, from: period.from?.earliest,
            until: period.to?.latest, lane: lane, movement: direction, distance: distance ?? 1, isTyped: true)
    }
}
