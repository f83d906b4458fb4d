import Plates

/// Reads the characters of plates. Made, used and released on the OCR queue.
public protocol OCREngine {
    /// Reads each of the regions, top to bottom and left to right. Returns one entry a region, each with one entry a view.
    ///
    /// - Parameter effort: in which views; an engine need not have any but the first.
    mutating func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]]

    /// The regions with their plates' corners, where the engine looks for those.
    mutating func outlined(_ regions: [Region], of frame: Frame) throws -> [Region]

    /// A reading in the first view that is surer than this, 0-1, needs no further ones.
    var certainty: Double { get }

    /// Whether it knows how plates are made, from having seen whole ones. Then the world's layouts settle for it only what has one shape on
    /// many plates.
    var knowsLayouts: Bool { get }
}

extension OCREngine {
    /// None looks for them.
    public mutating func outlined(_ regions: [Region], of frame: Frame) throws -> [Region] { regions }

    /// None is so sure.
    public var certainty: Double { 1 }
    public var knowsLayouts: Bool { false }

    /// The formats as this engine's readings are weighed by them.
    public func suited(_ formats: FormatSet) -> FormatSet { knowsLayouts ? formats.settlingTwins : formats }
}

/// How much reading is spent on a region.
public enum ReadingEffort: Sendable {
    /// The one view that reads most plates alone.
    case first
    /// What is tried in addition where that did not settle it.
    case further
    /// What votes beside these where they do not agree.
    case another
    /// One more where those do not agree: it counts only for what was read before.
    case deciding
    /// One that shows more beyond the ends, for plates that should have more characters than were read.
    case wide
}

/// The characters that were read of a plate in one view of it.
public struct ViewReading: Sendable, Equatable {
    /// Empty where nothing was read.
    public var symbols: [Symbol]
    /// The country of issue; nil where the engine does not tell.
    public var origin: Origin?
    /// Where the words stand that it saw, in pixels of the picture; empty where the engine does not tell.
    public var outlines: [Quad]

    public init(_ symbols: [Symbol], origin: Origin? = nil, outlines: [Quad] = []) {
        self.symbols = symbols
        self.origin = origin
        self.outlines = outlines
    }
}

/// An engine that reads single rows of text, in grey.
public protocol RowReader: OCREngine {
    /// Returns the characters in the picture, left to right; none where nothing was read.
    ///
    /// - Parameter row: one row of text, upright, characters left to right, dark on light or light on dark.
    mutating func symbols(in row: LumaImage) throws -> [Symbol]
}

extension RowReader {
    public mutating func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
        let views: [ReadingView] =
            switch effort {
            case .first: [.first]
            case .further: ReadingView.careful
            case .another, .deciding: []
            case .wide: [.wide]
            }
        var readings: [[ViewReading]] = []
        for region in regions {
            readings.append(try views.map { ViewReading(try symbols(in: region, of: frame.image, view: $0)) })
        }
        return readings
    }

    /// Returns the characters of all rows of a region, from the top, cut out in one view.
    public mutating func symbols(in region: Region, of image: LumaImage, view: ReadingView) throws -> [Symbol] {
        var symbols: [Symbol] = []
        for row in region.rows { symbols += try self.symbols(in: view.crop(row, of: image)) }
        return symbols
    }
}
