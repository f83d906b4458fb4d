/// A localiser, and another one that works in another way, for frames in which nothing was read that the first one found.
///
/// What a net misses, the shapes of characters may still show: a plate that is turned away, or so small in the picture as the net sees it
/// that nothing is left of it. Where the net finds what can be read, the second one costs nothing.
public struct PairedLocaliser: PlateLocaliser {
    private var first: any PlateLocaliser
    private var second: any PlateLocaliser

    public init(_ first: any PlateLocaliser, then second: any PlateLocaliser) {
        self.first = first
        self.second = second
    }

    public mutating func regions(in frame: Frame, area: Box) throws -> [Region] {
        try first.regions(in: frame, area: area)
    }

    public mutating func furtherRegions(in frame: Frame, area: Box) throws -> [Region] {
        try second.regions(in: frame, area: area)
    }
}
