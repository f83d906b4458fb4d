/// The best look at a plate so far: what would be its evidence if it were accepted now.
struct Exhibit: Sendable {
    /// Around the plate's box: so many of its heights on every side.
    private static let margin = 0.5

    let time: Timestamp
    let box: Box
    /// Of the whole picture, in pixels.
    let width: Int
    let height: Int
    /// The plate with a margin.
    let crop: ColourImage
    /// What was read.
    let text: String
    /// How well it was read and how well it can be seen; comparable between looks at one plate.
    let worth: Double

    init(_ ballot: Ballot, in frame: Frame) {
        let box = ballot.reading.region.box
        time = frame.time
        self.box = box
        width = frame.image.width
        height = frame.image.height
        let room = Self.margin * box.height
        crop = frame.anyColour.part(box.expanded(x: room, y: room))
        text = ballot.text
        worth = Self.worth(of: ballot)
    }

    /// A sure reading of large characters. Confidence alone crowds near its top, where size still tells looks apart.
    static func worth(of ballot: Ballot) -> Double { ballot.weight * ballot.reading.region.textHeight }
}
