/// What speaks for a row of shapes being print on a plate, as seen in a strip cut along its lines.
struct RowEvidence {
    var characters: Int
    /// 0-1: one height, one line, even spacing, contrast.
    var regularity: Double
    /// 0-1: how much of the strip's variance lies between ink and paper, and not within them.
    var separation: Double
    /// Share of ink between the lines.
    var ink: Double
    /// At how many ends of the row, 0-2, a frame or the plate's edge follows.
    var closedEnds: Int
    /// How differently much ink stands above the characters, and below them: a frame shows at all of them, foliage at some.
    var unevenSurroundings: Double
    /// Standard deviation of the characters' widths, in heights of the text.
    var unevenWidths: Double
    var isDarkOnLight: Bool

    /// How much ink plates have.
    private static let usualInk = 0.43

    /// Log odds of being a plate.
    ///
    /// Logistic regression on the rows found in the public scenes and in the dash-cam pictures (700 on plates, 800 elsewhere), the
    /// weights rounded; fitted without the American scenes it ranks those as well. The weight of dark print is not
    /// fitted, since hardly any plate there has light print.
    var logOdds: Double {
        -4.4 + 2.1 * regularity + 1.3 * separation - 15 * abs(ink - Self.usualInk) + 1.3 * Double(closedEnds)
            - 1.6 * unevenSurroundings - 9.5 * unevenWidths + 0.4 * Double(min(characters, 7))
            - 1.9 * Double(max(0, characters - 8)) + (isDarkOnLight ? 1 : 0)
    }

    /// 0-1, from log odds.
    static func score(logOdds: Double) -> Double { 1 / (1 + exponential(-logOdds)) }
}
