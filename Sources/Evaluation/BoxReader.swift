import ALPR

/// Reads plates whose place is known, so that reading can be told apart from finding.
public struct BoxReader {
    /// Plates are read at this height in pixels, whatever they have in the picture.
    private static let height = 96.0
    /// How much of what is round the box is looked at when its row of characters is measured, in heights of the box.
    private static let surroundings = 0.1

    private var engine: any OCREngine
    private var localiser = RowLocaliser()
    private let formats: FormatSet

    public init(engine: any OCREngine, formats: FormatSet = FormatSet()) {
        self.engine = engine
        self.formats = formats
    }

    /// What the whole box says, and what its row of characters says in every view, together.
    public mutating func read(_ box: Box, of image: LumaImage) throws -> PlateReading {
        let whole = image.cropped(to: box.expanded(x: 0.03 * box.width, y: 0.05 * box.height))
        guard whole.width > 3, whole.height > 3 else {
            return PlateReading(region: Self.region(box), time: Timestamp(.zero), views: [], formats: formats)
        }
        let factor = Self.height / Double(whole.height)
        let plate = whole.resized(width: max(8, Int(Double(whole.width) * factor)), height: Int(Self.height))
        var views = [try engine.symbols(in: plate)]
        // Characters at the plate's ends are found where something is seen beyond them.
        let margin = Self.surroundings * box.height
        let outer = box.expanded(x: margin, y: margin)
        let around = image.cropped(to: outer)
        let scene = around.resized(
            width: Int(Double(around.width) * factor), height: Int(Double(around.height) * factor))
        let left = max(0, outer.x.rounded(.down))
        let top = max(0, outer.y.rounded(.down))
        let inside = Box(x: box.x - left, y: box.y - top, width: box.width, height: box.height).scaled(by: factor)
        let found = localiser.regions(in: scene).first { region in
            region.textHeight > 0.22 * Self.height && region.textBox.width > 0.38 * inside.width
                && region.textBox.overlap(inside) > 0.8 * region.textBox.area
        }
        if let found {
            for view in [ReadingView.first] + ReadingView.careful {
                views.append(try engine.symbols(in: found, of: scene, view: view))
            }
        }
        return PlateReading(region: Self.region(box), time: Timestamp(.zero), views: views, formats: formats)
    }

    private static func region(_ box: Box) -> Region {
        Region(rows: [TextRow(quad: Quad(box), characters: 0)], score: 0)
    }
}

extension CandidateReport {
    /// A reading that nothing is decided on: accepted where something was read.
    init(_ reading: PlateReading) {
        self.init(
            time: reading.time, box: reading.region.box, textHeight: reading.region.textHeight,
            candidates: reading.candidates, outcome: reading.best == nil ? .rejected(.unread) : .accepted)
    }
}
