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

    /// Where nothing surer was read, those that wait are read as well.
    ///
    /// - Parameters:
    ///   - carefully: for each region, whether to spend further views on it, if the first one shows something like a plate.
    ///   - waiting: for each region, whether it is worth reading only where nothing else is read.
    /// - Returns: for each region its reading; nil where it was left out.
    mutating func read(
        _ regions: [Region], of frame: Frame, carefully: [Bool], waiting: [Bool]
    ) throws -> [PlateReading?] {
        let first = regions.indices.filter { !waiting[$0] }
        let (found, isSure) = try read(first.map { regions[$0] }, of: frame, carefully: first.map { carefully[$0] })
        var readings = [PlateReading?](repeating: nil, count: regions.count)
        for (index, reading) in zip(first, found) { readings[index] = reading }
        let rest = regions.indices.filter { waiting[$0] }
        guard !isSure, !rest.isEmpty else { return readings }
        let more = try read(rest.map { regions[$0] }, of: frame, carefully: rest.map { carefully[$0] }).readings
        for (index, reading) in zip(rest, more) { readings[index] = reading }
        return readings
    }

    /// One reading a region, and whether the first view of one is a plate's beyond doubt.
    private mutating func read(
        _ regions: [Region], of frame: Frame, carefully: [Bool]
    ) throws -> (readings: [PlateReading], isSure: Bool) {
        guard !regions.isEmpty else { return ([], false) }
        var regions = try engine.outlined(regions, of: frame)
        var views = try engine.read(regions, of: frame, effort: .first)
        for index in regions.indices where isNearlyPromising(views[index].flatMap(\.symbols)) {
            guard let (upright, read) = try lookAtBox(of: regions[index], in: frame) else { continue }
            (regions[index], views[index]) = (upright, read)
        }
        let isSure = views.contains { views in
            let symbols = views.flatMap(\.symbols)
            return isPromising(symbols) && symbols.confidence > engine.certainty
        }
        let promising = regions.indices.filter { index in
            let symbols = views[index].flatMap(\.symbols)
            return carefully[index] && isPromising(symbols) && symbols.confidence <= engine.certainty
        }
        // Another opinion on where the plate ends, where only its outline is known.
        let refined = promising.map { rowsInPlate.refined(regions[$0], in: frame.image) }
        let further = try engine.read(refined, of: frame, effort: .further)
        for (index, more) in zip(promising, further) { views[index] += more }
        let differing = zip(promising, refined).filter { index, _ in isDisputed(views[index]) }
        let another = try engine.read(differing.map(\.1), of: frame, effort: .another)
        for ((index, _), more) in zip(differing, another) { views[index] += more }
        let disputed = promising.filter { isDisputed(views[$0]) }
        let deciding = try engine.read(disputed.map { regions[$0] }, of: frame, effort: .deciding)
        for (index, more) in zip(disputed, deciding) {
            // A third opinion decides nothing.
            let said = Set(views[index].map(\.symbols.text))
            views[index] += more.filter { said.contains($0.symbols.text) }
        }
        let short = promising.filter { formats.lackCharacters(in: views[$0].map(\.symbols)) }
        let wide = try engine.read(short.map { regions[$0] }, of: frame, effort: .wide)
        for (index, more) in zip(short, wide) { views[index] += more.filter { formats.expects($0.symbols.text) } }
        let readings = zip(regions, views).map { region, views in reading(of: region, in: frame, views: views) }
        return (readings, isSure)
    }

    /// The region without its corners and the first view of that, if it shows something like a plate: the corners may be wrong. Nil else.
    private mutating func lookAtBox(of region: Region, in frame: Frame) throws -> (Region, [ViewReading])? {
        guard region.outline != nil else { return nil }
        let views = try engine.read([region.upright], of: frame, effort: .first)[0]
        return isPromising(views.flatMap(\.symbols)) ? (region.upright, views) : nil
    }

    private func isDisputed(_ views: [ViewReading]) -> Bool { Set(views.map(\.symbols.text)).count > 1 }

    /// What views of a region that were read say together.
    private mutating func reading(of region: Region, in frame: Frame, views: [ViewReading]) -> PlateReading {
        // Nothing to see is nothing to weigh; the filters have their say on what was read all the same.
        let isBlank = views.first?.symbols.isEmpty ?? true
        let legibility = isBlank ? nil : Legibility(of: region.rows[0], in: frame.image)
        var reading = PlateReading(
            region: region, time: frame.time, views: views, formats: formats, legibility: legibility)
        if let text = reading.best?.text, isPromising(views[0].symbols) {
            reading.isPart = rowsInPlate.isPart(text.count, of: region, in: frame.image)
        }
        return reading
    }

    /// Text that could be a plate's, or nearly: one character fewer than wanted may be one that the first view cut off.
    private func isPromising(_ symbols: [Symbol]) -> Bool {
        hasLengthOfPlate(symbols) && symbols.confidence > Self.promising
    }

    /// Text that is not so, and may be where it is cut out otherwise. Signs and lettering are read less surely.
    private func isNearlyPromising(_ symbols: [Symbol]) -> Bool {
        hasLengthOfPlate(symbols) && symbols.confidence > 0.8 && symbols.confidence <= Self.promising
    }

    private static let promising = 0.85

    private func hasLengthOfPlate(_ symbols: [Symbol]) -> Bool {
        symbols.count >= plausibility.characters.lowerBound - 1
            && symbols.count <= plausibility.characters.upperBound + 2
    }
}
