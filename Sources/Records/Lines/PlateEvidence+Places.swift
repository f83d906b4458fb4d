extension PlateEvidence {
    /// Returns where the plate is in its scene.
    ///
    /// - Parameter size: of the scene, in its own pixels.
    /// - Returns: nil where nobody wrote down how large the frame was.
    public func box(inSceneOf size: Size) -> PlateBox? {
        guard let frame, frame.width > 0, frame.height > 0 else { return nil }
        func scaled(_ value: Int, _ whole: Int, _ part: Int) -> Int {
            (value * part + whole / 2) / whole
        }
        let (left, top) = (scaled(box.x, frame.width, size.width), scaled(box.y, frame.height, size.height))
        let right = scaled(box.x + box.width, frame.width, size.width)
        let bottom = scaled(box.y + box.height, frame.height, size.height)
        return PlateBox(x: left, y: top, width: right - left, height: bottom - top).clipped(to: size)
    }

    /// Returns where the plate is in its crop, which has half of the plate's height around it and is cut at the frame's edges: to a pixel or
    /// two.
    ///
    /// - Parameter size: of the crop; nil where nobody knows it.
    public func box(inCropOf size: Size?) -> PlateBox {
        let room = box.height / 2
        let (left, top) = (max(0, min(box.x, room)), max(0, min(box.y, room)))
        let place = PlateBox(x: left, y: top, width: box.width, height: box.height)
        return size.map(place.clipped) ?? place
    }
}

extension PlateBox {
    fileprivate func clipped(to size: PlateEvidence.Size) -> PlateBox {
        let (left, top) = (min(max(x, 0), size.width), min(max(y, 0), size.height))
        let (right, bottom) = (min(max(x + width, left), size.width), min(max(y + height, top), size.height))
        return PlateBox(x: left, y: top, width: right - left, height: bottom - top)
    }
}
