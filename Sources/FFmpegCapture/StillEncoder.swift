import ALPR
import CFFmpeg

/// One of FFmpeg's encoders, for single pictures.
struct StillEncoder {
    /// Rows of bytes without padding between them.
    struct Plane {
        var bytes: [UInt8]
        var bytesPerRow: Int

        init(_ bytes: [UInt8], bytesPerRow: Int) {
            self.bytes = bytes
            self.bytesPerRow = bytesPerRow
        }

        init(_ image: LumaImage) {
            self.init(image.pixels, bytesPerRow: image.width)
        }
    }

    let codec: AVCodecID
    /// As errors name it.
    let name: String
    let format: AVPixelFormat
    /// FFmpeg's coarseness, 1 (finest) to 31; nil for what loses nothing.
    var coarseness: Int?

    /// The picture as a file's bytes.
    ///
    /// - Parameter planes: as `format` has them, each of whole rows.
    func bytes(width: Int, height: Int, planes: [Plane]) throws(CaptureError) -> [UInt8] {
        let action = "encoding a picture"
        guard width > 0, height > 0 else { throw CaptureError(.badData, while: action, because: "it is empty") }
        guard let codec = avcodec_find_encoder(codec) else {
            throw CaptureError(.unavailable, while: action, because: "this FFmpeg has no \(name) encoder")
        }
        var encoder = avcodec_alloc_context3(codec)
        var picture = av_frame_alloc()
        var packet = av_packet_alloc()
        defer {
            avcodec_free_context(&encoder)
            av_frame_free(&picture)
            av_packet_free(&packet)
        }
        guard let encoder, let picture, let packet else {
            throw CaptureError(plated_error_out_of_memory, while: action)
        }
        func check(_ status: Int32) throws(CaptureError) {
            if status < 0 { throw CaptureError(status, while: action) }
        }
        set(encoder, width: width, height: height)
        picture.pointee.width = encoder.pointee.width
        picture.pointee.height = encoder.pointee.height
        picture.pointee.format = format.rawValue
        picture.pointee.quality = encoder.pointee.global_quality
        try check(avcodec_open2(encoder, codec, nil))
        try check(av_frame_get_buffer(picture, 0))
        Self.copy(planes, to: picture)
        try check(avcodec_send_frame(encoder, picture))
        try check(avcodec_send_frame(encoder, nil))
        try check(avcodec_receive_packet(encoder, packet))
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    private func set(_ encoder: UnsafeMutablePointer<AVCodecContext>, width: Int, height: Int) {
        encoder.pointee.width = Int32(width)
        encoder.pointee.height = Int32(height)
        encoder.pointee.pix_fmt = format
        encoder.pointee.time_base = AVRational(num: 1, den: 1)
        encoder.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        encoder.pointee.thread_count = 1
        // Else it writes its own version into the picture.
        encoder.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        if let coarseness {
            encoder.pointee.flags |= AV_CODEC_FLAG_QSCALE
            encoder.pointee.qmin = 1
            encoder.pointee.global_quality = Int32(coarseness) * FF_QP2LAMBDA
        }
    }

    private static func copy(_ planes: [Plane], to picture: UnsafeMutablePointer<AVFrame>) {
        let targets = [picture.pointee.data.0, picture.pointee.data.1, picture.pointee.data.2]
        let strides = [picture.pointee.linesize.0, picture.pointee.linesize.1, picture.pointee.linesize.2]
        for (index, plane) in planes.enumerated() {
            guard let target = targets[index] else { continue }
            let count = plane.bytesPerRow
            plane.bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                for y in 0..<bytes.count / count {
                    (target + y * Int(strides[index])).update(from: start + y * count, count: count)
                }
            }
        }
    }
}
