/// Finds where plates may be in a picture.
public protocol PlateLocaliser {
    /// Places that look like a plate, best first, in pixels of `image`.
    mutating func regions(in image: LumaImage) -> [Region]
}

/// A place that looks like a plate: one or two rows of character-like shapes.
public struct Region: Sendable, Equatable {
    /// The rows of text, top one first; at least one.
    public var rows: [TextRow]
    /// How plate-like the place is; comparable between regions of one localiser only.
    public var score: Double

    public init(rows: [TextRow], score: Double) {
        precondition(!rows.isEmpty, "a region has at least one row of text")
        self.rows = rows
        self.score = score
    }

    /// The smallest upright box around the characters, in pixels.
    public var textBox: Box {
        rows.dropFirst().reduce(rows[0].quad.bounds) { $0.union($1.quad.bounds) }
    }

    /// The text with the margin a plate has around it: what an event shows as its box, in pixels.
    public var box: Box {
        textBox.expanded(x: 0.4 * textHeight, y: 0.4 * textHeight)
    }

    /// Height of the characters in pixels (of the taller row).
    public var textHeight: Double {
        rows.map(\.height).max() ?? 0
    }
}

/// A row of characters on one line.
public struct TextRow: Sendable, Equatable {
    /// Outline of the characters: the top and bottom lines through them, from the first one's left to the last one's right.
    public var quad: Quad
    /// How many character-like shapes make the row.
    public var characters: Int
    /// Dark characters on a light ground, or light on dark.
    public var isDarkOnLight: Bool
    /// How far the plate's ground reaches to the left and to the right of the characters, in heights of the text; nil where no
    /// end was seen.
    public var leftMargin: Double?
    public var rightMargin: Double?

    public init(
        quad: Quad, characters: Int, isDarkOnLight: Bool = true, leftMargin: Double? = nil, rightMargin: Double? = nil
    ) {
        self.quad = quad
        self.characters = characters
        self.isDarkOnLight = isDarkOnLight
        self.leftMargin = leftMargin
        self.rightMargin = rightMargin
    }

    /// Height of the characters, in pixels.
    public var height: Double { quad.height }
}
