import ALPR
import CFFmpeg

/// Takes the grey picture, and where it is wanted the coloured one, out of a decoded frame. Made, used and released with its source.
final class PicturePlanes {
    private var greyConverter: OpaquePointer?
    private var colourConverter: OpaquePointer?
    private let wantsColour: Bool
    /// Whether the decoder's memory can be held: a device has a few buffers and waits for each.
    private let mayHold: Bool
    /// The file of the last still picture, where its colours are wanted; nil of video.
    private var still: [UInt8]?

    init(wantsColour: Bool, mayHold: Bool) {
        self.wantsColour = wantsColour
        self.mayHold = mayHold
    }

    deinit {
        sws_freeContext(greyConverter)
        sws_freeContext(colourConverter)
    }

    /// Keeps a packet that is a picture file of its own, and whose picture comes next.
    func keep(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard wantsColour else { return }
        still = Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    /// The picture in grey, and in colour where that is wanted.
    func pictures(of frame: UnsafeMutablePointer<AVFrame>) throws -> (LumaImage, ColourImage?) {
        let picture = try DecodedPicture(frame, mayHold: mayHold)
        let luma = try luma(of: picture)
        guard wantsColour else { return (luma, nil) }
        if let still, let rgb = JPEGColours.decode(still, width: luma.width, height: luma.height) {
            return (luma, ColourImage(rgb))
        }
        return (luma, try colour(of: picture, luma: luma))
    }

    /// In YUV and grey formats the luma bytes are taken as they lie; anything else goes through libswscale.
    private func luma(of picture: DecodedPicture) throws -> LumaImage {
        if picture.hasPlainPlanes, let luma = picture.plane(0, width: picture.width, height: picture.height) {
            return luma
        }
        return try convert(picture, to: AV_PIX_FMT_GRAY8, keeping: &greyConverter)[0]
    }

    /// The picture in colour, its planes as they are; what has none of 8 bits goes through libswscale.
    ///
    /// - Parameter luma: the same picture in grey.
    private func colour(of picture: DecodedPicture, luma: LumaImage) throws -> ColourImage {
        let components = Int(picture.layout.nb_components)
        if components < 3, picture.layout.flags & UInt64(AV_PIX_FMT_FLAG_PAL) == 0 { return ColourImage(grey: luma) }
        if picture.hasPlainPlanes, let chroma = picture.chroma {
            return ColourImage(luma: luma, chroma: chroma, encoding: picture.encoding)
        }
        let rgb = try convert(picture, to: AV_PIX_FMT_GBRP, keeping: &colourConverter)
        return ColourImage(RGBImage(red: rgb[2], green: rgb[0], blue: rgb[1]))
    }

    /// Through libswscale, into planes of 8 bits and the picture's full size.
    private func convert(
        _ picture: DecodedPicture, to target: AVPixelFormat, keeping converter: inout OpaquePointer?
    ) throws -> [LumaImage] {
        let (frame, width, height) = (picture.frame, picture.width, picture.height)
        converter = sws_getCachedContext(
            converter, Int32(width), Int32(height), picture.format, Int32(width), Int32(height), target,
            SWS_BILINEAR, nil, nil, nil)
        guard converter != nil else {
            let name = av_get_pix_fmt_name(picture.format).map { String(cString: $0) } ?? "unknown"
            throw CaptureError(.badData, while: "taking a picture", because: "no conversion from \(name)")
        }
        // libswscale writes whole vectors: up to 13 bytes past a picture narrower than 8 pixels, were its rows not padded.
        let stride = (width + 63) / 64 * 64
        let count = target == AV_PIX_FMT_GRAY8 ? 1 : 3
        let size = stride * height + 64
        let context = converter
        let rows = [UInt8](unsafeUninitializedCapacity: count * size) { padded, filled in
            let base = padded.baseAddress
            var targets = (0..<4).map { $0 < count ? base?.advanced(by: $0 * size) : nil }
            var strides = (0..<4).map { Int32($0 < count ? stride : 0) }
            withUnsafeBytes(of: frame.pointee.data) { planes in
                withUnsafeBytes(of: frame.pointee.linesize) { lines in
                    _ = sws_scale(
                        context, planes.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
                        lines.assumingMemoryBound(to: Int32.self).baseAddress, 0, Int32(height), &targets, &strides)
                }
            }
            filled = count * size
        }
        return rows.withUnsafeBufferPointer { rows in
            (0..<count).map { plane in
                LumaImage(width: width, height: height) { out in
                    guard let from = rows.baseAddress, let to = out.baseAddress else { return }
                    for y in 0..<height {
                        (to + y * width).update(from: from + plane * size + y * stride, count: width)
                    }
                }
            }
        }
    }
}
