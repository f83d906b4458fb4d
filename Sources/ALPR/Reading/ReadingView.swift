/// How a row of text is cut out for reading: how much is left around it, along the row or upright.
///
/// Different cuts fail differently: a narrow one may lose a character that the row missed, a wide one may add a bolt or an
/// emblem. A track that does not agree is read in several.
public struct ReadingView: Sendable, Equatable {
    /// How much is kept left and right of the characters.
    public enum Sides: Sendable, Equatable {
        /// So many heights of the text.
        case fixed(Double)
        /// To the end of the plate's ground, between the two and in heights of the text; `unknown` where no end was seen.
        case ground(ClosedRange<Double>, unknown: Double)
    }

    public var sides: Sides
    /// Above and below the characters, in heights of the text.
    public var ends: Double
    /// Along the picture's rows instead of along the text.
    public var isUpright: Bool

    public init(sides: Sides, ends: Double, isUpright: Bool = false) {
        self.sides = sides
        self.ends = ends
        self.isUpright = isUpright
    }

    /// The cut that reads most plates alone.
    public static let first = ReadingView(sides: .fixed(0.35), ends: 0.22)
    /// What is tried in addition where that does not settle it: the whole plate, for lost outer characters, and upright.
    public static let careful = [
        ReadingView(sides: .ground(0.35...1.4, unknown: 1.4), ends: 0.22),
        ReadingView(sides: .fixed(0.35), ends: 0.25, isUpright: true),
    ]

    /// What is tried where the expected formats have more characters: one may stand where the plate's ground seemed to end.
    public static let wide = ReadingView(sides: .fixed(1), ends: 0.22)

    /// Rows are cut out at this height in pixels, the model's own, so that nothing is scaled twice.
    public static let height = 36
    /// At least this wide for its height: short rows are stretched, or their characters would fall into too few of the model's steps.
    public static let minimumAspect = 3.5
    /// Rows of so many characters are cut out with ground beside them, until they are so wide for their height.
    private static let (short, shortAspect) = (3, 2.4)
    /// A row wider than this many pixels is no plate.
    static let maximumWidth = 680

    /// The row cut out of the picture.
    public func crop(_ row: TextRow, of image: LumaImage) -> LumaImage {
        let text = isUpright ? Quad(row.quad.bounds) : row.quad
        // Two or three characters alone would be stretched beyond recognition: their plate's ground fills the cut.
        let isShort = (1...Self.short).contains(row.characters)
        let lacking = isShort ? Self.shortAspect * (1 + 2 * ends) - text.width / row.height : 0
        func side(_ measured: Double?) -> Double {
            max(margin(measured), min(lacking / 2, (measured ?? GroundExtent.limit) - 0.1)) * row.height
        }
        let outline = text.expanded(
            left: side(row.leftMargin), right: side(row.rightMargin), ends: ends * row.height)
        let aspect = max(Self.minimumAspect, outline.width / max(1, outline.height))
        let width = min(Self.maximumWidth, Int((aspect * Double(Self.height)).rounded()))
        return Rectifier.rectify(outline, of: image, width: width, height: Self.height)
    }

    private func margin(_ measured: Double?) -> Double {
        switch sides {
        case .fixed(let margin): margin
        case .ground(let range, let unknown):
            measured.map { min(range.upperBound, max(range.lowerBound, $0)) } ?? unknown
        }
    }
}
