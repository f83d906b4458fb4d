import Basics

/// Measures of a row of shapes, seen in a strip cut along its lines, that tell print on a plate from other rows.
package struct RowEvidence {
    package var characters: Int
    /// 0-1: one height, one line, even spacing, contrast.
    package var regularity: Double
    /// 0-1: how much of the strip's variance lies between ink and paper, and not within them.
    package var separation: Double
    /// Share of ink between the lines.
    package var ink: Double
    /// At how many ends of the row, 0-2, a frame or the plate's edge follows.
    package var closedEnds: Int
    /// How differently much ink stands above the characters, and below them: a frame shows at all of them, foliage at some.
    package var unevenSurroundings: Double
    /// Standard deviation of the characters' widths, in heights of the text.
    package var unevenWidths: Double
    package var isDarkOnLight: Bool

    /// How much ink plates have.
    private static let usualInk = 0.46

    /// Log odds of being a plate.
    ///
    /// Logistic regression (`training/localiser`), the weights rounded, on 8000 rows on plates and 1700 elsewhere, both answers
    /// weighted alike: dash-cam pictures with their labelled plates and with rendered ones drawn into them. Nothing of the sets
    /// that recognition is measured on went into it.
    package var logOdds: Double {
        -10.9 + 2 * regularity + 7.3 * separation - 6.2 * abs(ink - Self.usualInk) + 0.6 * Double(closedEnds)
            - 3 * unevenSurroundings - 7.2 * unevenWidths + 0.9 * Double(min(characters, 7))
            - 0.8 * Double(max(0, characters - 8)) + (isDarkOnLight ? 1.4 : 0)
    }

    /// 0-1, from log odds.
    static func score(logOdds: Double) -> Double { 1 / (1 + exponential(-logOdds)) }
}
