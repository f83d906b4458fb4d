/// Cuts a row of text out of a picture as an upright rectangle.
public enum Rectifier {
    /// The inside of `quad` as a picture of the given size, in pixels.
    ///
    /// Sampled bilinearly; where the result is much smaller than the original, from a halved copy, so that strokes are averaged
    /// and not skipped. What lies outside the picture repeats its edge.
    public static func rectify(_ quad: Quad, of image: LumaImage, width: Int, height: Int) -> LumaImage {
        precondition(width > 0 && height > 0, "a rectified picture has a size")
        guard image.width > 1, image.height > 1 else { return LumaImage(width: width, height: height) }
        if quad.height / Double(height) > 1.6 {
            // Only the surroundings are halved, not the whole frame.
            let around = quad.bounds.expanded(x: 4, y: 4)
            let (x0, y0, _, _) = around.pixelRange(width: image.width, height: image.height)
            let part = image.cropped(to: around)
            if part.width > 7, part.height > 7 {
                let moved = quad.moved(x: -Double(x0), y: -Double(y0))
                return rectify(moved.scaled(by: 0.5), of: part.halved(), width: width, height: height)
            }
        }
        let maxX = Double(image.width - 1)
        let maxY = Double(image.height - 1)
        return LumaImage(width: width, height: height) { out in
            image.withPixels { pixels in
                for y in 0..<height {
                    let v = (Double(y) + 0.5) / Double(height)
                    let start = quad.point(0, v)
                    let end = quad.point(1, v)
                    let stepX = (end.x - start.x) / Double(width)
                    let stepY = (end.y - start.y) / Double(width)
                    for x in 0..<width {
                        let along = Double(x) + 0.5
                        let px = min(maxX, max(0, start.x + along * stepX - 0.5))
                        let py = min(maxY, max(0, start.y + along * stepY - 0.5))
                        let ix = min(image.width - 2, Int(px))
                        let iy = min(image.height - 2, Int(py))
                        let fx = px - Double(ix)
                        let fy = py - Double(iy)
                        let at = iy * image.width + ix
                        let above = Double(pixels[at]) * (1 - fx) + Double(pixels[at + 1]) * fx
                        let below =
                            Double(pixels[at + image.width]) * (1 - fx) + Double(pixels[at + image.width + 1]) * fx
                        out[y * width + x] = UInt8(above * (1 - fy) + below * fy + 0.5)
                    }
                }
            }
        }
    }
}
