import ALPR
import CFFmpeg

/// Takes the grey picture out of a decoded frame. Made, used and released with its source.
final class LumaPlane {
    private var converter: OpaquePointer?

    deinit {
        sws_freeContext(converter)
    }

    /// In YUV and grey formats the luma bytes are copied by pointer, stride and step; anything else goes through libswscale.
    func image(of frame: UnsafeMutablePointer<AVFrame>) throws -> LumaImage {
        let width = Int(frame.pointee.width)
        let height = Int(frame.pointee.height)
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        guard width > 0, height > 0, let layout = av_pix_fmt_desc_get(format)?.pointee else {
            throw CaptureError(.badData, while: "taking a picture", because: "the decoder gave no picture format")
        }
        let luma = layout.comp.0
        let notLuma = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER
        if layout.flags & UInt64(notLuma) == 0, luma.depth == 8, luma.plane == 0, let start = frame.pointee.data.0 {
            return copy(
                from: start + Int(luma.offset), stride: Int(frame.pointee.linesize.0), step: Int(luma.step),
                width: width,
                height: height)
        }
        return try convert(frame, format: format, width: width, height: height)
    }

    private func copy(
        from start: UnsafeMutablePointer<UInt8>, stride: Int, step: Int, width: Int, height: Int
    ) -> LumaImage {
        LumaImage(width: width, height: height) { out in
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

    private func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, format: AVPixelFormat, width: Int, height: Int
    ) throws -> LumaImage {
        converter = sws_getCachedContext(
            converter, Int32(width), Int32(height), format, Int32(width), Int32(height), AV_PIX_FMT_GRAY8,
            SWS_BILINEAR, nil, nil, nil)
        guard converter != nil else {
            let name = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown"
            throw CaptureError(.badData, while: "taking a picture", because: "no conversion from \(name) to grey")
        }
        // libswscale writes whole vectors: up to 13 bytes past a picture narrower than 8 pixels, were its rows not padded.
        let stride = (width + 63) / 64 * 64
        let rows = [UInt8](unsafeUninitializedCapacity: stride * height + 64) { padded, count in
            var target: [UnsafeMutablePointer<UInt8>?] = [padded.baseAddress, nil, nil, nil]
            var targetStride = [Int32(stride), 0, 0, 0]
            withUnsafeBytes(of: frame.pointee.data) { planes in
                withUnsafeBytes(of: frame.pointee.linesize) { strides in
                    _ = sws_scale(
                        converter, planes.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
                        strides.assumingMemoryBound(to: Int32.self).baseAddress, 0, Int32(height), &target,
                        &targetStride)
                }
            }
            count = stride * height
        }
        return LumaImage(width: width, height: height) { out in
            rows.withUnsafeBufferPointer { rows in
                guard let from = rows.baseAddress, let to = out.baseAddress else { return }
                for y in 0..<height { (to + y * width).update(from: from + y * stride, count: width) }
            }
        }
    }
}
