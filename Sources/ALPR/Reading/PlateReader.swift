import Plates

/// Reads regions: in one view, and in more where that is not enough.
struct PlateReader {
    private var engine: any OCREngine
    let formats: FormatSet
    private let plausibility: Plausibility
    private var rowsInPlate = RowsInPlate()

    init(engine: any OCREngine, formats: FormatSet, plausibility: Plausibility) {
        self.engine = engine
        self.formats = formats
        self.plausibility = plausibility
    }

    /// One reading a region.
    ///
    /// - Parameter carefully: for each region, whether to spend further views on it, if the first one shows something like a plate.
    mutating func read(_ regions: [Region], of frame: Frame, carefully: [Bool]) throws -> [PlateReading] {
        guard !regions.isEmpty else { return [] }
        var views = try engine.read(regions, of: frame, effort: .first)
        let promising = regions.indices.filter { index in
            let symbols = views[index].flatMap(\.symbols)
            return carefully[index] && isPromising(symbols) && symbols.confidence <= engine.certainty
        }
        // Another opinion on where the plate ends, where only its outline is known.
        let refined = promising.map { rowsInPlate.refined(regions[$0], in: frame.image) }
        let further = try engine.read(refined, of: frame, effort: .further)
        for (index, more) in zip(promising, further) { views[index] += more }
        let short = promising.filter { formats.lackCharacters(in: views[$0].map(\.symbols)) }
        let wide = try engine.read(short.map { regions[$0] }, of: frame, effort: .wide)
        for (index, more) in zip(short, wide) { views[index] += more.filter { formats.expects($0.symbols.text) } }
        return regions.indices.map { reading(of: regions[$0], in: frame, views: views[$0]) }
    }

    /// What views of a region that were read say together.
    func reading(of region: Region, in frame: Frame, views: [ViewReading]) -> PlateReading {
        // Nothing to see is nothing to weigh; the filters have their say on what was read all the same.
        let isBlank = views.first?.symbols.isEmpty ?? true
        let legibility = isBlank ? nil : Legibility(of: region.rows[0], in: frame.image)
        return PlateReading(
            region: region, time: frame.time, views: views, formats: formats, legibility: legibility)
    }

    /// Text that could be a plate's, or nearly: one character fewer than wanted may be one that the first view cut off.
    private func isPromising(_ symbols: [Symbol]) -> Bool {
        symbols.count >= plausibility.characters.lowerBound - 1
            && symbols.count <= plausibility.characters.upperBound + 2
            && symbols.confidence > 0.85
    }
}
