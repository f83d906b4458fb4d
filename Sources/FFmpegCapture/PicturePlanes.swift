import ALPR
import CFFmpeg

/// Takes the grey picture, and where it is wanted the coloured one, out of a decoded frame. Made, used and released with its source.
final class PicturePlanes {
    private var greyConverter: OpaquePointer?
    private var colourConverter: OpaquePointer?

    deinit {
        sws_freeContext(greyConverter)
        sws_freeContext(colourConverter)
    }

    /// In YUV and grey formats the luma bytes are copied by pointer, stride and step; anything else goes through libswscale.
    func luma(of frame: UnsafeMutablePointer<AVFrame>) throws -> LumaImage {
        let picture = try Picture(frame)
        if picture.hasPlainPlanes, let luma = picture.plane(0, width: picture.width, height: picture.height) {
            return luma
        }
        return try convert(picture, to: AV_PIX_FMT_GRAY8, keeping: &greyConverter)[0]
    }

    /// The picture in colour, its planes as they are; what has none of 8 bits goes through libswscale.
    ///
    /// - Parameter luma: the same picture in grey.
    func colour(of frame: UnsafeMutablePointer<AVFrame>, luma: LumaImage) throws -> ColourImage {
        let picture = try Picture(frame)
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
        _ picture: Picture, to target: AVPixelFormat, keeping converter: inout OpaquePointer?
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

/// A decoded frame and how its bytes lie.
private struct Picture {
    let frame: UnsafeMutablePointer<AVFrame>
    let format: AVPixelFormat
    let layout: AVPixFmtDescriptor
    let width: Int
    let height: Int

    init(_ frame: UnsafeMutablePointer<AVFrame>) throws {
        self.frame = frame
        width = Int(frame.pointee.width)
        height = Int(frame.pointee.height)
        format = AVPixelFormat(rawValue: frame.pointee.format)
        guard width > 0, height > 0, let layout = av_pix_fmt_desc_get(format)?.pointee else {
            throw CaptureError(.badData, while: "taking a picture", because: "the decoder gave no picture format")
        }
        self.layout = layout
    }

    /// Whether brightness stands in bytes of its own.
    var hasPlainPlanes: Bool {
        let others = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER
        return layout.flags & UInt64(others) == 0 && layout.comp.0.depth == 8 && layout.comp.0.plane == 0
    }

    /// The colour differences; nil where they are smaller than half, or not there.
    var chroma: ColourImage.Chroma? {
        guard layout.nb_components >= 3, layout.log2_chroma_w <= 1, layout.log2_chroma_h <= 1 else { return nil }
        let (isHalfWide, isHalfHigh) = (layout.log2_chroma_w == 1, layout.log2_chroma_h == 1)
        let (width, height) = (isHalfWide ? (width + 1) / 2 : width, isHalfHigh ? (height + 1) / 2 : height)
        guard let blue = plane(1, width: width, height: height), let red = plane(2, width: width, height: height) else {
            return nil
        }
        return .init(blue: blue, red: red, isHalfWide: isHalfWide, isHalfHigh: isHalfHigh)
    }

    var encoding: ColourImage.Encoding {
        let isJPEG = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P].contains(
            format)
        return .init(
            isFullRange: isJPEG || frame.pointee.color_range == AVCOL_RANGE_JPEG,
            isHighDefinition: frame.pointee.colorspace == AVCOL_SPC_BT709)
    }

    /// One component, copied by pointer, stride and step.
    func plane(_ index: Int, width: Int, height: Int) -> LumaImage? {
        let component = [layout.comp.0, layout.comp.1, layout.comp.2][index]
        let data = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2]
        let strides = [frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2]
        guard component.depth == 8, data.indices.contains(Int(component.plane)),
            let start = data[Int(component.plane)].map({ $0 + Int(component.offset) })
        else { return nil }
        let (stride, step) = (Int(strides[Int(component.plane)]), Int(component.step))
        return LumaImage(width: width, height: height) { out in
            guard let out = out.baseAddress else { return }
            for y in 0..<height {
                let row = start + y * stride
                if step == 1 {
                    (out + y * width).update(from: row, count: width)
                } else {
                    for x in 0..<width { out[y * width + x] = row[x * step] }
                }
            }
        }
    }
}
