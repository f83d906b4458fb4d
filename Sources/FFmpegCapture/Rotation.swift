import ALPR
import CFFmpeg

/// A turn by quarters that a phone or a camera asks for with its pictures.
enum Rotation: Int {
    case none = 0
    case clockwise = 90
    case half = 180
    case counterclockwise = 270

    /// - Parameter degrees: clockwise; anything between quarters is taken to the nearest.
    init(degrees: Double) {
        let quarters = Int((degrees / 90).rounded()) % 4
        self = Rotation(rawValue: (quarters + 4) % 4 * 90) ?? .none
    }

    /// The picture's own turn (a still's EXIF), else its stream's.
    init(of picture: UnsafeMutablePointer<AVFrame>, stream: StreamDescription) {
        guard let side = av_frame_get_side_data(picture, AV_FRAME_DATA_DISPLAYMATRIX) else {
            self.init(degrees: Double(stream.rotation))
            return
        }
        self.init(displayMatrix: UnsafeRawPointer(side.pointee.data))
    }

    init(displayMatrix: UnsafeRawPointer) {
        // FFmpeg gives the counterclockwise angle.
        let degrees = av_display_rotation_get(displayMatrix.assumingMemoryBound(to: Int32.self))
        self.init(degrees: degrees.isNaN ? 0 : -degrees)
    }
}

extension LumaImage {
    func rotated(_ rotation: Rotation) -> LumaImage {
        if rotation == .none { return self }
        let swaps = rotation != .half
        let (w, h) = swaps ? (height, width) : (width, height)
        return LumaImage(width: w, height: h) { out in
            pixels.withUnsafeBufferPointer { source in
                for y in 0..<h {
                    for x in 0..<w {
                        let (fromX, fromY) =
                            switch rotation {
                            case .none: (x, y)
                            case .clockwise: (y, height - 1 - x)
                            case .half: (width - 1 - x, height - 1 - y)
                            case .counterclockwise: (width - 1 - y, x)
                            }
                        out[y * w + x] = source[fromY * width + fromX]
                    }
                }
            }
        }
    }
}

extension ColourImage {
    /// Few cameras are turned, so that the turned ones may cost the colours of the whole picture.
    func rotated(_ rotation: Rotation) -> ColourImage {
        rotation == .none ? self : ColourImage(rgb.map { $0.rotated(rotation) })
    }
}
