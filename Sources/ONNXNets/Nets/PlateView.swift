import ALPR

/// How a plate is cut out for a net that reads whole plates: how much is kept round it, in parts of its width and height.
///
/// Different cuts fail differently, as with rows of text: where a first view does not settle it, another one votes. A tenth all round
/// reads most plates alone: 89 % of the American public scenes, where the bare outline reads 83 %; with a wider one's vote it is 91 %.
public struct PlateView: Sendable, Equatable {
    public var margin: Double
    /// Whether the further one of two nets looks at it.
    public var isSecond: Bool

    public init(margin: Double, isSecond: Bool = false) {
        self.margin = margin
        self.isSecond = isSecond
    }

    /// Just the outline, as the net's makers cut it.
    public static let bare = [PlateView(margin: 0)]
    /// Where those two do not agree. Of 2000 drawn plates that are hard to read it adds 29, more than a wider cut or the bare outline does.
    public static let deciding = PlateView(margin: 0.03)
    /// The first one for the first reading.
    public static let all = [PlateView(margin: 0.1), PlateView(margin: 0.15)]
    /// Of two nets. The second's looks vote: of 2000 drawn plates that are hard to read 1066 are read so, with the first one's three looks
    /// 956. The wider one comes first: a plate that the others cut short is seen there, and where it says what the first net said the last
    /// look would change nothing.
    public static let ofTwo = [
        PlateView(margin: 0.1), PlateView(margin: 0.2, isSecond: true), PlateView(margin: 0.06, isSecond: true),
    ]

    /// The plate at the net's size; nil where nothing of it lies in the picture.
    ///
    /// What would lie beyond the picture is its border again: a plate that stands in its usual place is read better than one that fills the
    /// cut. Of 2000 drawn plates with one side on the picture's edge 991 are read, with half of that border 978, without 929. Of 1000 that
    /// are cut out tightly 501, 490 and 419; but of Chinese ones, whose strokes reach the edge, half of it reads most, so there it is half.
    func crop(_ region: Region, of picture: ColourImage, for net: PlateNetDescription) -> RGBImage? {
        if let outline = region.outline, !net.keepsAspect, case .grey(let grey) = picture.planes {
            let aside = margin * outline.width
            let cut = outline.expanded(left: aside, right: aside, ends: margin * outline.height)
            let plate = Rectifier.rectify(cut, of: grey, width: net.width, height: net.height)
            return RGBImage(red: plate, green: plate, blue: plate)
        }
        let box = region.box
        let cut = box.expanded(x: margin * box.width, y: margin * box.height)
        // Of the bare outline the nets' makers drop the fractions of pixels, and they put no border round it.
        let isBare = margin == 0
        let (width, height) = (picture.width, picture.height)
        guard let part = isBare ? PixelBox(cut, in: width, height) : PixelBox(touching: cut, in: width, height)
        else { return nil }
        guard net.keepsAspect else {
            var border = Border(of: cut, beyond: part, in: width, height)
            if border.isAllRound {
                let half = box.expanded(x: margin / 2 * box.width, y: margin / 2 * box.height)
                border = Border(of: half, beyond: part, in: width, height)
            }
            guard !isBare, !border.isEmpty else { return picture.resized(part, width: net.width, height: net.height) }
            let seen = Box(
                x: Double(part.x), y: Double(part.y), width: Double(part.width), height: Double(part.height))
            let whole = picture.cropped(to: seen).map { $0.bordered(border) }
            let all = PixelBox(x: 0, y: 0, width: whole.width, height: whole.height)
            return ColourImage(whole).resized(all, width: net.width, height: net.height)
        }
        let fit = Letterbox(part, into: net.width, net.height)
        return picture.resized(part, width: fit.width, height: fit.height)
            .map { fit.framed($0, width: net.width, height: net.height) }
    }
}
