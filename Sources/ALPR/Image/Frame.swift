/// One gated picture, on its way from the capture queue to the OCR queue. Its pixels are shared and not copied;
/// the scanner lets go of it once it is recognised.
public struct Frame: Sendable {
    public var image: LumaImage
    /// The same with its colours; nil where nobody asked for them, or there are none.
    public var colour: ColourImage?
    public var time: Timestamp

    public init(image: LumaImage, colour: ColourImage? = nil, time: Timestamp) {
        self.image = image
        self.colour = colour
        self.time = time
    }

    /// With its colours, or in grey.
    public var anyColour: ColourImage { colour ?? ColourImage(grey: image) }
}
