/// Reads a region: a cheap first look, and more views where that is not enough.
struct PlateReader {
    private var engine: any OCREngine
    private let formats: FormatSet
    private let plausibility: Plausibility

    init(engine: any OCREngine, formats: FormatSet, plausibility: Plausibility) {
        self.engine = engine
        self.formats = formats
        self.plausibility = plausibility
    }

    /// - Parameter carefully: whether to spend further views, if the first look shows something like a plate.
    mutating func read(_ region: Region, of frame: Frame, carefully: Bool) throws -> PlateReading {
        var views = [try engine.symbols(in: region, of: frame.image, view: .first)]
        if carefully, isPromising(views[0]) {
            for view in ReadingView.careful {
                views.append(try engine.symbols(in: region, of: frame.image, view: view))
            }
            if formats.lackCharacters(in: views) {
                let wide = try engine.symbols(in: region, of: frame.image, view: .wide)
                if formats.expects(wide.text) { views.append(wide) }
            }
        }
        // Nothing to see is nothing to weigh; the filters have their say on what was read all the same.
        let legibility = views[0].isEmpty ? nil : Legibility(of: region.rows[0], in: frame.image)
        return PlateReading(
            region: region, time: frame.time, views: views, formats: formats, legibility: legibility?.weight ?? 1)
    }

    /// Text that could be a plate's, or nearly: one character fewer than wanted may be one that the first view cut off.
    private func isPromising(_ symbols: [Symbol]) -> Bool {
        symbols.count >= plausibility.characters.lowerBound - 1
            && symbols.count <= plausibility.characters.upperBound + 2
            && symbols.confidence > 0.85
    }
}
