import ALPR
import Plates

/// Reads plates whose place is known, so that reading can be told apart from finding.
public protocol BoxReader {
    /// - Parameter box: the plate, in pixels.
    mutating func read(_ box: Box, of frame: Frame) throws -> PlateReading
}

/// Returns the reader that suits the engine: rows are read in one way, whole plates in another.
public func boxReader(for engine: any OCREngine, formats: FormatSet) -> any BoxReader {
    if let rows = engine as? any RowReader { return RowBoxReader(engine: rows, formats: formats) }
    return PlateBoxReader(engine: engine, formats: engine.suited(formats))
}

/// Has an engine of rows read the whole box, and its row of characters in every view.
public struct RowBoxReader: BoxReader {
    private var engine: any RowReader
    private var rows = RowsInPlate()
    private let formats: FormatSet

    public init(engine: any RowReader, formats: FormatSet = FormatSet()) {
        self.engine = engine
        self.formats = formats
    }

    public mutating func read(_ box: Box, of frame: Frame) throws -> PlateReading {
        let whole = frame.image.cropped(to: RowsInPlate.whole(box))
        var readings: [ViewReading] = []
        if whole.width > 3, whole.height > 3 {
            let height = RowsInPlate.height
            let width = max(8, Int(Double(whole.width) * height / Double(whole.height)))
            let plate = whole.resized(width: width, height: Int(height))
            readings.append(ViewReading(try engine.symbols(in: plate)))
            if let closeup = rows.closeup(of: box, in: frame.image) {
                for view in [ReadingView.first] + ReadingView.careful {
                    readings.append(ViewReading(try engine.symbols(in: closeup.region, of: closeup.image, view: view)))
                }
            }
        }
        let region = Region(rows: [TextRow(quad: Quad(box), characters: 0)], score: 0)
        return PlateReading(region: region, time: frame.time, views: readings, formats: formats)
    }
}

/// Has an engine of whole plates read the box in all its views.
public struct PlateBoxReader: BoxReader {
    private var engine: any OCREngine
    private let formats: FormatSet

    public init(engine: any OCREngine, formats: FormatSet = FormatSet()) {
        self.engine = engine
        self.formats = formats
    }

    public mutating func read(_ box: Box, of frame: Frame) throws -> PlateReading {
        let region = Region(plate: box, score: 1)
        func views(_ effort: ReadingEffort) throws -> [ViewReading] {
            try engine.read([region], of: frame, effort: effort).flatMap { $0 }
        }
        var readings = try views(.first) + views(.further)
        var said: Set<String> { Set(readings.map(\.symbols.text)) }
        if said.count > 1 { readings += try views(.another) }
        if said.count > 1 { readings += try views(.deciding).filter { [said] in said.contains($0.symbols.text) } }
        return PlateReading(region: region, time: frame.time, views: readings, formats: formats)
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
