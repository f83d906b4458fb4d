/// How a plate looks, apart from its text. Greys are 0-255, lengths are in heights of a character.
public struct PlateStyle: Sendable, Equatable {
    public var ground: UInt8
    public var ink: UInt8
    public var hasBorder: Bool
    /// Letters at the foot of a dark band on the left; nil for a plate without a band.
    public var band: String?
    /// Ground to the left and right of the text, inside the border and beside the band.
    public var sides = 0.32
    /// Ground above and below the text.
    public var ends = 0.25

    public init(ground: UInt8, ink: UInt8, hasBorder: Bool = true, band: String? = nil) {
        self.ground = ground
        self.ink = ink
        self.hasBorder = hasBorder
        self.band = band
    }

    /// Black on white.
    public static let white = PlateStyle(ground: 225, ink: 28)
    /// Black on yellow.
    public static let yellow = PlateStyle(ground: 186, ink: 26)
    /// Silver on black.
    public static let dark = PlateStyle(ground: 24, ink: 205)

    /// The same with a band.
    public func with(band: String) -> PlateStyle {
        var style = self
        style.band = band
        return style
    }

    var bandWidth: Double { band == nil ? 0 : 0.55 }
    var borderWidth: Double { hasBorder ? 0.05 : 0 }
}
