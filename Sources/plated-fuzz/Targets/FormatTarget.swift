import ALPR
import Basics
import CameraConfiguration
import Plates
import Settings

/// A country's formats: what is accepted holds to its own examples.
enum FormatTarget {
    static var target: FuzzTarget { FuzzTarget("formats", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        switch FormatFile.country(from: text, file: "/usr/share/plated/formats/nl.yaml") {
        case .failure(let problems):
            require(!problems.all.isEmpty, "an error without a problem")
            require(
                problems.description.utf8.count < 100 * text.utf8.count + 10_000, "far more is said than was written")
        case .success(let country):
            require(country.contradictions.isEmpty, "accepted with contradictions: \(country.contradictions)")
            require(!country.formats.isEmpty, "accepted without formats")
            let set = FormatSet(countries: [country], normalised: ["nl"])
            for example in country.fitting {
                require(set.interpretation(of: example.plateCharacters.map { Symbol($0, 0.9) }) != nil, "\(example)")
            }
        }
    }

    private static let seeds = [
        """
        # sidecodes
        country: nl
        name: Netherlands
        letters: BDFGHJKLNPRSTVXZ
        formats:
          - name: sidecode 1
            pattern: "[ABDEFGHJKLMNOPRSTUVWXYZ]L-DD-DD"
            letters: ABDEFGHJKLMNPRSTUVWXYZ
          - {name: sidecode 2, pattern: "DD-DD-LL"}
          - name: own
            pattern: "L{1,3} D{1,4}"
            personalised: true
        examples:
          fit: [ND-00-01, 83-12-DD, BB 1234]
          reject: [GAB-01-B, 12-ABC-3, ""]
        """,
        "country: nl\nname: x\nformats: [{name: a, pattern: X{4}}]\nexamples: {fit: [AB12], reject: [AB]}\n", "",
    ]

    private static let words =
        PatternTarget.words + [
            "country: nl\n", "name: ", "letters: ", "formats:", "pattern: ", "personalised: true", "examples:", "fit: ",
            "reject: ", "- ", "\n", "\n  ", "[", "]", "{", "}", ", ", "&a ", "*a", "\"", "'", "|\n", "null", "Ä", "皖A",
        ]
}
