import ALPR
import CFFmpeg

/// A decoded frame and how its bytes lie.
struct DecodedPicture {
    let frame: UnsafeMutablePointer<AVFrame>
    let format: AVPixelFormat
    let layout: AVPixFmtDescriptor
    let width: Int
    let height: Int
    private let mayHold: Bool

    /// - Parameter mayHold: whether its memory can be held beyond the next picture.
    init(_ frame: UnsafeMutablePointer<AVFrame>, mayHold: Bool) throws {
        self.frame = frame
        self.mayHold = mayHold
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

    /// One component: as it lies in the decoder's memory, where its rows follow each other there, or copied by pointer, stride and step.
    func plane(_ index: Int, width: Int, height: Int) -> LumaImage? {
        let component = [layout.comp.0, layout.comp.1, layout.comp.2][index]
        let data = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2]
        let strides = [frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2]
        guard component.depth == 8, data.indices.contains(Int(component.plane)),
            let start = data[Int(component.plane)].map({ $0 + Int(component.offset) })
        else { return nil }
        let (stride, step) = (Int(strides[Int(component.plane)]), Int(component.step))
        if mayHold, step == 1, stride == width,
            let bytes = held(UnsafeBufferPointer(start: start, count: width * height), ofPlane: component.plane)
        {
            return LumaImage(width: width, height: height, held: bytes)
        }
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

    /// A decoder writes to no picture that it has handed out, and takes its memory for another one when nobody refers to it any more. Who
    /// refers is counted without locks, so any thread may let go of it.
    private func held(_ bytes: UnsafeBufferPointer<UInt8>, ofPlane plane: Int32) -> HeldBytes? {
        guard let buffer = av_frame_get_plane_buffer(frame, plane), let from = bytes.baseAddress,
            from >= buffer.pointee.data, from + bytes.count <= buffer.pointee.data + Int(buffer.pointee.size),
            let reference = av_buffer_ref(buffer)
        else { return nil }
        let address = UInt(bitPattern: reference)
        return HeldBytes(bytes) {
            var reference = UnsafeMutablePointer<AVBufferRef>(bitPattern: address)
            av_buffer_unref(&reference)
        }
    }
}
