/// Finds the rows of characters inside a plate whose place is known.
public struct RowsInPlate {
    /// Plates are looked at at this height in pixels, whatever they have in the picture.
    public static let height = 96.0
    /// How much of what is round the plate is looked at, in its heights: characters at its ends are found where something is seen
    /// beyond them.
    private static let surroundings = 0.1

    /// A plate from near, with the rows that were found on it.
    public struct Closeup {
        public var image: LumaImage
        /// In pixels of the close-up.
        public var region: Region
        /// Pixels of the close-up for one of the picture.
        let scale: Double
        /// The close-up's top-left corner in the picture.
        let corner: Point

        /// The region in pixels of the whole picture.
        public var place: Region {
            Region(
                rows: region.rows.map { row in
                    var row = row
                    row.quad = row.quad.scaled(by: 1 / scale)
                    return row
                },
                score: region.score
            ).moved(x: corner.x, y: corner.y)
        }
    }

    private var localiser = RowLocaliser()

    public init() {}

    /// The plate's best rows; nil where there is nothing on it that looks like its text.
    ///
    /// - Parameter plate: in pixels of `image`; below 4 x 4 nothing is seen.
    public mutating func closeup(of plate: Box, in image: LumaImage) -> Closeup? {
        guard plate.width >= 4, plate.height >= 4 else { return nil }
        let (_, top, _, bottom) = Self.whole(plate).pixelRange(width: image.width, height: image.height)
        let scale = Self.height / Double(bottom - top)
        let margin = Self.surroundings * plate.height
        let outer = plate.expanded(x: margin, y: margin)
        let around = image.cropped(to: outer)
        guard around.width > 3, around.height > 3, scale.isFinite else { return nil }
        let scene = around.resized(
            width: Int(Double(around.width) * scale), height: Int(Double(around.height) * scale))
        let corner = Point(x: max(0, outer.x.rounded(.down)), y: max(0, outer.y.rounded(.down)))
        let inside = Box(x: plate.x - corner.x, y: plate.y - corner.y, width: plate.width, height: plate.height)
            .scaled(by: scale)
        let found = localiser.regions(in: scene).first { region in
            region.textHeight > 0.22 * Self.height && region.textBox.width > 0.38 * inside.width
                && region.textBox.overlap(inside) > 0.8 * region.textBox.area
        }
        return found.map { Closeup(image: scene, region: $0, scale: scale, corner: corner) }
    }

    /// Finds the rows inside a region of which only the outline is known. Returns it unchanged if its rows are known, or if it has none.
    mutating func refined(_ region: Region, in image: LumaImage) -> Region {
        guard region.rows[0].characters == 0, let plate = region.plate else { return region }
        return closeup(of: plate, in: image)?.place ?? region
    }

    /// Plates wider than this many heights have one row.
    private static let widestOfTwo = 3.6
    /// A text of more characters is no single row of two.
    private static let longestRow = 6

    /// Whether a text of so many characters is one row of a plate that has two: a reader may see the upper one alone.
    mutating func isPart(_ characters: Int, of region: Region, in image: LumaImage) -> Bool {
        guard region.rows[0].characters == 0, let plate = region.plate, characters <= Self.longestRow,
            plate.width < Self.widestOfTwo * plate.height, var place = closeup(of: plate, in: image)?.place
        else { return false }
        if place.rows.count == 1 {
            guard let whole = OtherRow.completed(place, in: image) else { return false }
            place = whole
        }
        let counts = place.rows.map(\.characters)
        return characters + 1 < counts.reduce(0, +) && characters <= (counts.max() ?? 0) + 1
    }

    /// The plate with a hair's breadth around it.
    public static func whole(_ plate: Box) -> Box {
        plate.expanded(x: 0.03 * plate.width, y: 0.05 * plate.height)
    }
}
