import ALPR

extension LumaImage {
    /// A picture whose greys follow from the pixel's place.
    public init(width: Int, height: Int, greyAt grey: (_ x: Int, _ y: Int) -> Int) {
        self.init(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = UInt8(grey(x, y)) }
            }
        }
    }
}
