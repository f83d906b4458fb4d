import ALPR
import FFmpegCapture

/// The format of a picture's file, which its name tells.
enum PictureFormat {
    case jpeg, png

    /// Nil for a name that ends in neither .jpg, .jpeg nor .png.
    init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".png") {
            self = .png
        } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
            self = .jpeg
        } else {
            return nil
        }
    }

    func bytes(of image: RGBImage) throws(CaptureError) -> [UInt8] {
        switch self {
        case .jpeg: try JPEGEncoder(quality: 90).bytes(of: image)
        case .png: try PictureEncoder.png(image)
        }
    }
}
