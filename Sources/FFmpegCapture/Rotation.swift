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

}

/// What a phone or a camera asks for with its pictures: a turn, and a mirror after it.
struct Turn: Equatable {
    var rotation: Rotation
    /// Whether left and right change places, once it is turned.
    var isMirrored: Bool

    init(rotation: Rotation, isMirrored: Bool) { (self.rotation, self.isMirrored) = (rotation, isMirrored) }

    /// The picture's own turn (a still's EXIF), else its stream's.
    init(of picture: UnsafeMutablePointer<AVFrame>, stream: StreamDescription) {
        if let side = av_frame_get_side_data(picture, AV_FRAME_DATA_DISPLAYMATRIX) {
            self.init(displayMatrix: UnsafeRawPointer(side.pointee.data))
        } else {
            self.init(rotation: Rotation(degrees: Double(stream.rotation)), isMirrored: stream.isMirrored)
        }
    }

    init(displayMatrix: UnsafeRawPointer) {
        let given = displayMatrix.assumingMemoryBound(to: Int32.self)
        var matrix = Array(UnsafeBufferPointer(start: given, count: 9))
        // A point (p, q) comes to (a p + c q, b p + d q), as av_display_rotation_get has it.
        let (a, b, c, d) = (Double(matrix[0]), Double(matrix[1]), Double(matrix[3]), Double(matrix[4]))
        let isMirrored = a * d < b * c
        if isMirrored { (matrix[0], matrix[3]) = (0 &- matrix[0], 0 &- matrix[3]) }
        // FFmpeg gives the counterclockwise angle.
        let degrees = av_display_rotation_get(matrix)
        self.init(rotation: Rotation(degrees: degrees.isNaN ? 0 : -degrees), isMirrored: isMirrored)
    }
}

extension Frame {
    func upright(from turn: Turn) -> Frame {
        let turned = upright(from: turn.rotation.orientation)
        return turn.isMirrored ? turned.upright(from: .mirrored) : turned
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
