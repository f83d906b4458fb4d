import ALPR
import Settings

/// What a plate is, and when several readings of one are enough.
extension ConfigurationKey {
    static var plates: Self {
        section(
            "plates",
            [
                number("minimum_text_height_px", in: 1...1000, \.recognition.minimumTextHeight),
                number("minimum_text_height", in: 0...1, \.recognition.minimumRelativeTextHeight),
                choice("selection", \.recognition.selection),
                integer("per_frame", in: 1...50, \.recognition.regionsPerFrame),
                range("characters", in: 1...20, \.recognition.plausibility.characters),
                integer("minimum_letters", in: 0...20, \.recognition.plausibility.minimumLetters),
                integer("minimum_digits", in: 0...20, \.recognition.plausibility.minimumDigits),
                number("minimum_confidence", in: 0...1, \.recognition.plausibility.minimumConfidence),
                number("minimum_probability", in: 0.01...0.999, \.recognition.smoother.minimumProbability),
            ],
            finish: { section, reading in
                let plates = reading.configuration.recognition.plausibility
                let height = reading.configuration.recognition.minimumRelativeTextHeight
                if height > 0.5 {
                    section.problem(
                        "minimum_text_height",
                        "is \(height), and no plate fits into a picture whose characters are higher than half of it: 0.02 is a fiftieth of it"
                    )
                }
                let least = plates.minimumLetters + plates.minimumDigits
                guard least > plates.characters.upperBound else { return }
                section.problem(
                    "characters",
                    "ends at \(plates.characters.upperBound), and minimum_letters and minimum_digits ask for \(least) characters together: no"
                        + " plate has them")
            })
    }

    static var vote: Self {
        section(
            "vote",
            [
                milliseconds("window_ms", in: 200...60_000, \.recognition.smoother.window),
                milliseconds("close_ms", in: 100...60_000, \.recognition.smoother.close),
                integer("minimum_reads", in: 1...100, \.recognition.smoother.minimumReads),
                number("minimum_weight", in: 0...100, \.recognition.smoother.minimumWeight),
                number("lead", in: 1...100, \.recognition.smoother.lead),
                number("majority", in: 0...1, \.recognition.smoother.majority),
                milliseconds("direction_ms", in: 0...60_000, \.recognition.smoother.directionWait),
            ], finish: { checkVote($0, &$1) })
    }
}
