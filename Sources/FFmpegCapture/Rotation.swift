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

extension Rotation {
    /// How the picture lies that asks for this turn.
    var orientation: Orientation {
        switch self {
        case .none: .upright
        case .clockwise: .turnedLeft
        case .half: .upsideDown
        case .counterclockwise: .turnedRight
        }
    }
}
