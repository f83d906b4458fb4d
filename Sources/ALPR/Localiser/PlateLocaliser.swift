/// Finds where plates may be in a picture. Made, used and released on the OCR queue.
public protocol PlateLocaliser {
    /// Places that look like a plate in a part of a frame, best first, in pixels of the whole picture.
    ///
    /// - Parameter area: in pixels, inside the picture.
    mutating func regions(in frame: Frame, area: Box) throws -> [Region]

    /// Places that are looked for in another way, where nothing of `regions` could be read; by default there is no other way.
    mutating func furtherRegions(in frame: Frame, area: Box) throws -> [Region]
}

extension PlateLocaliser {
    public func furtherRegions(in frame: Frame, area: Box) -> [Region] { [] }
}

/// A localiser that looks at brightness alone.
public protocol LumaLocaliser: PlateLocaliser {
    /// Places that look like a plate, best first, in pixels of `image`.
    mutating func regions(in image: LumaImage) -> [Region]
}

extension LumaLocaliser {
    public mutating func regions(in frame: Frame, area: Box) -> [Region] {
        let image = frame.image
        if area == image.bounds { return regions(in: image) }
        let (x, y, _, _) = area.pixelRange(width: image.width, height: image.height)
        return regions(in: image.cropped(to: area)).map { $0.moved(x: Double(x), y: Double(y)) }
    }
}
