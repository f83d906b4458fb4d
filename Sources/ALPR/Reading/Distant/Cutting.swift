/// A place cut out of a frame for a distant reader, and where it lay.
struct Cutting: Sendable {
    /// Around the place: so many heights of its text on every side, so that another localiser finds it, too.
    private static let margin = 0.6

    let picture: LumaImage
    /// The top-left corner in the frame.
    private let x: Double
    private let y: Double

    /// Nil where nothing of the place lies in the frame.
    init?(_ region: Region, of image: LumaImage) {
        let room = Self.margin * region.textHeight
        let (x0, y0, x1, y1) = region.box.expanded(x: room, y: room).pixelRange(
            width: image.width, height: image.height)
        guard x1 - x0 >= 8, y1 - y0 >= 8 else { return nil }
        (x, y) = (Double(x0), Double(y0))
        picture = image.cropped(to: Box(x: x, y: y, width: Double(x1 - x0), height: Double(y1 - y0)))
    }

    func question(_ ticket: Int, of region: Region) -> DistantQuestion {
        DistantQuestion(ticket: ticket, picture: picture, region: region.moved(x: -x, y: -y))
    }

    /// What was read, with its outlines where they are in the frame.
    func inFrame(_ reading: ViewReading) -> ViewReading {
        var reading = reading
        reading.outlines = reading.outlines.map { $0.moved(x: x, y: y) }
        return reading
    }
}
