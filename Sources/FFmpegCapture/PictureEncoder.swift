import ALPR
import CFFmpeg

/// Turns grey pictures into PNG files' bytes, with FFmpeg's own encoder.
public enum PictureEncoder {
    /// Empty for an empty picture.
    public static func png(_ image: LumaImage) throws -> [UInt8] {
        guard !image.isEmpty else { return [] }
        let action = "encoding a picture"
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw CaptureError(.unavailable, while: action, because: "this FFmpeg has no PNG encoder")
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
        encoder.pointee.width = Int32(image.width)
        encoder.pointee.height = Int32(image.height)
        encoder.pointee.pix_fmt = AV_PIX_FMT_GRAY8
        encoder.pointee.time_base = AVRational(num: 1, den: 1)
        picture.pointee.width = Int32(image.width)
        picture.pointee.height = Int32(image.height)
        picture.pointee.format = AV_PIX_FMT_GRAY8.rawValue
        func check(_ status: Int32) throws {
            if status < 0 { throw CaptureError(status, while: action) }
        }
        try check(avcodec_open2(encoder, codec, nil))
        try check(av_frame_get_buffer(picture, 0))
        let stride = Int(picture.pointee.linesize.0)
        guard let plane = picture.pointee.data.0 else { throw CaptureError(plated_error_out_of_memory, while: action) }
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for y in 0..<image.height { (plane + y * stride).update(from: start + y * image.width, count: image.width) }
        }
        try check(avcodec_send_frame(encoder, picture))
        try check(avcodec_send_frame(encoder, nil))
        try check(avcodec_receive_packet(encoder, packet))
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }
}
