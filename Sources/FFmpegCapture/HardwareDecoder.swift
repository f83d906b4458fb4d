import ALPR
import CFFmpeg
import Capture

/// A way to decode in hardware that this machine has.
final class HardwareDecoder {
    enum Kind: String {
        case vaapi, v4l2m2m
    }

    let kind: Kind
    /// What is opened with it.
    let codec: UnsafePointer<AVCodec>
    private var device: UnsafeMutablePointer<AVBufferRef>?

    /// Opens the device; throws where there is none, or nothing that decodes `codec`.
    init(
        _ kind: Kind, codec software: UnsafePointer<AVCodec>, device path: String?, action: String
    ) throws(CaptureError) {
        self.kind = kind
        switch kind {
        case .vaapi:
            codec = software
            guard Self.supportsVAAPI(software) else {
                throw CaptureError(
                    .badOption, while: action, because: "it knows no \(String(cString: software.pointee.name))")
            }
            let status = av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, path, nil, 0)
            guard status >= 0 else {
                let name = path ?? "the default device"
                throw CaptureError(
                    .unavailable, while: action, because: "\(name) cannot be opened (\(CaptureError.text(for: status)))"
                )
            }
        case .v4l2m2m:
            let name = String(cString: avcodec_get_name(software.pointee.id)) + "_v4l2m2m"
            guard let found = avcodec_find_decoder_by_name(name) else {
                throw CaptureError(.badOption, while: action, because: "this FFmpeg has no decoder \(name)")
            }
            codec = found
        }
    }

    deinit {
        av_buffer_unref(&device)
    }

    /// Whether its pictures lie in memory of its own.
    var usesFrames: Bool { device != nil }

    /// Makes `context` decode with it.
    func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
        guard let device else { return }
        context.pointee.hw_device_ctx = av_buffer_ref(device)
        // Asked again without VA-API where the chip refuses this stream: then the first format that is left is software's.
        context.pointee.get_format = { _, offered in
            var format = offered
            while let candidate = format?.pointee, candidate != AV_PIX_FMT_NONE {
                if candidate == AV_PIX_FMT_VAAPI { return candidate }
                format = format?.advanced(by: 1)
            }
            format = offered
            while let candidate = format?.pointee, candidate != AV_PIX_FMT_NONE {
                if !HardwareDecoder.isOpaque(candidate) { return candidate }
                format = format?.advanced(by: 1)
            }
            return AV_PIX_FMT_NONE
        }
    }

    static func isOpaque(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool {
        isOpaque(AVPixelFormat(rawValue: picture.pointee.format))
    }

    private static func isOpaque(_ format: AVPixelFormat) -> Bool {
        (av_pix_fmt_desc_get(format)?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_HWACCEL) != 0
    }

    private static func supportsVAAPI(_ codec: UnsafePointer<AVCodec>) -> Bool {
        var index: Int32 = 0
        while let config = avcodec_get_hw_config(codec, index) {
            if config.pointee.device_type == AV_HWDEVICE_TYPE_VAAPI,
                config.pointee.methods & Int32(AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0
            {
                return true
            }
            index += 1
        }
        return false
    }
}

extension CaptureSettings.Hardware {
    /// What is tried, in order.
    var attempts: [HardwareDecoder.Kind] {
        switch self {
        case .none: []
        case .vaapi: [.vaapi]
        case .v4l2m2m: [.v4l2m2m]
        case .auto: [.vaapi, .v4l2m2m]
        }
    }
}
