/// A localiser that finds whole plates, and the rows of text on them for an engine that reads rows.
public struct RowedLocaliser: PlateLocaliser {
    private var base: any PlateLocaliser
    private var rows = RowsInPlate()

    public init(_ base: any PlateLocaliser) {
        self.base = base
    }

    public mutating func regions(in frame: Frame, area: Box) throws -> [Region] {
        try base.regions(in: frame, area: area).map { region in
            guard let plate = region.plate, let closeup = rows.closeup(of: plate, in: frame.image) else {
                return region
            }
            return Region(rows: closeup.place.rows, score: region.score, plate: plate)
        }
    }
}
