/// A place that looks like a plate: one or two rows of character-like shapes.
public struct Region: Sendable, Equatable {
    /// The rows of text, top one first; at least one.
    public var rows: [TextRow]
    /// How plate-like the place is; comparable between regions of one localiser only.
    public var score: Double
    /// Outline of the whole plate, in pixels; nil where only its characters were found.
    public var plate: Box?
    /// The plate's corners, in pixels, where what reads has looked for them. It is cut out by them, and followed by its box: of places that are no
    /// plates corners differ from picture to picture.
    public var outline: Quad?
    /// Whether it is worth reading only where nothing else is read.
    public var isDoubtful = false

    public init(rows: [TextRow], score: Double, plate: Box? = nil) {
        precondition(!rows.isEmpty, "a region has at least one row of text")
        self.rows = rows
        self.score = score
        self.plate = plate
    }

    /// A plate that was found as a whole. Its characters are taken to be where most plates have them.
    ///
    /// They fill two thirds of a long plate's height and less than half of a square one's: nowhere are they higher than about a
    /// fifth of the plate's width.
    public init(plate: Box, score: Double) {
        let height = min(0.7 * plate.height, 0.2 * plate.width)
        let text = Box(
            x: plate.x + 0.06 * plate.width, y: plate.centre.y - height / 2, width: 0.88 * plate.width, height: height)
        self.init(rows: [TextRow(quad: Quad(text), characters: 0)], score: score, plate: plate)
    }

    /// The same without its corners, to be cut out by its box.
    public var upright: Region {
        var upright = self
        upright.outline = nil
        return upright
    }

    /// The smallest upright box around the characters, in pixels.
    public var textBox: Box {
        rows.dropFirst().reduce(rows[0].quad.bounds) { $0.union($1.quad.bounds) }
    }

    /// The plate, or the text with the margin that a plate has around it: what an event shows as its box, in pixels.
    public var box: Box {
        plate ?? textBox.expanded(x: 0.4 * textHeight, y: 0.4 * textHeight)
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

extension Region {
    public func moved(x: Double, y: Double) -> Region {
        var moved = self
        for index in rows.indices { moved.rows[index].quad = rows[index].quad.moved(x: x, y: y) }
        moved.outline = outline?.moved(x: x, y: y)
        moved.plate = plate.map { Box(x: $0.x + x, y: $0.y + y, width: $0.width, height: $0.height) }
        return moved
    }
}
