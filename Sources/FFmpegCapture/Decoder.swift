import ALPR
import CFFmpeg
import Capture

/// One FFmpeg decoder, in hardware where that was asked for and works, else in software. Made, used and released with its
/// source.
final class Decoder {
    /// What decodes.
    private(set) var hardware: HardwareDecoder?

    private let parameters: UnsafeMutablePointer<AVCodecParameters>
    private let codec: UnsafePointer<AVCodec>
    private let action: String
    private let note: (String) -> Void
    private var context: UnsafeMutablePointer<AVCodecContext>?
    /// Pictures that the hardware keeps in its own memory are copied into this one.
    private var software = av_frame_alloc()
    private var hasDecoded = false
    /// Packets given to hardware that has not yet made a picture of any.
    private var unanswered = 0

    /// Packets without a picture after which hardware is given up: two seconds at 25 pictures a second.
    private static let patience = 50

    /// - Parameters:
    ///   - codec: the software decoder.
    ///   - parameters: of the stream; they outlive the decoder.
    ///   - action: what is being done, for errors.
    ///   - note: gets what is worth telling once.
    init(
        _ codec: UnsafePointer<AVCodec>, parameters: UnsafeMutablePointer<AVCodecParameters>,
        settings: CaptureSettings, action: String, note: @escaping (String) -> Void
    ) throws {
        self.codec = codec
        self.parameters = parameters
        self.action = action
        self.note = note
        for kind in settings.hardware.attempts {
            do {
                let hardware = try HardwareDecoder(
                    kind, codec: codec, device: settings.hardwareDevice, action: action)
                context = try Self.open(hardware.codec, parameters: parameters, hardware: hardware, action: action)
                self.hardware = hardware
                return
            } catch {
                if settings.hardware != .auto { note(Self.fallback(kind, because: error.reason)) }
            }
        }
        if settings.hardware == .auto { note("no hardware that decodes was found; decoding in software") }
        context = try Self.open(codec, parameters: parameters, hardware: nil, action: action)
    }

    deinit {
        av_frame_free(&software)
        avcodec_free_context(&context)
    }

    /// FFmpeg's name of what decodes.
    var name: String {
        hardware.map { "\(String(cString: $0.codec.pointee.name)) (\($0.kind.rawValue))" }
            ?? String(cString: codec.pointee.name)
    }

    /// Pictures a second as the stream's own headers state them; 0 where they do not.
    var rate: Double {
        guard let rate = context?.pointee.framerate, rate.den > 0 else { return 0 }
        return Double(rate.num) / Double(rate.den)
    }

    /// - Parameters:
    ///   - packet: nil for the end of the stream.
    ///   - isSpared: whether its picture is not to be decoded, unless others are built on it.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?, isSpared: Bool = false) throws(CaptureError) -> Int32 {
        // It is decoded within the call: there is one thread, and nothing waits in front of it.
        context?.pointee.skip_frame = isSpared ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
        defer { context?.pointee.skip_frame = AVDISCARD_DEFAULT }
        let status = avcodec_send_packet(context, packet)
        guard hardware != nil, !hasDecoded else { return status }
        unanswered += 1
        guard status < 0 && status != plated_error_try_again || unanswered > Self.patience else { return status }
        try goOnInSoftware(because: status < 0 ? CaptureError.text(for: status) : "no picture came of it")
        return avcodec_send_packet(context, packet)
    }

    /// A status of FFmpeg: 0 where `picture` is one.
    func receive(_ picture: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> Int32 {
        let status = avcodec_receive_frame(context, picture)
        if status == 0, !hasDecoded {
            hasDecoded = true
            noteWhereDecoded(picture)
        } else if status < 0, hardware != nil, !hasDecoded, status != plated_error_try_again,
            status != plated_error_end_of_file
        {
            try goOnInSoftware(because: CaptureError.text(for: status))
            return plated_error_try_again
        }
        return status
    }

    /// Forgets every picture it holds: the next packet is a fresh start.
    func flush() {
        avcodec_flush_buffers(context)
    }

    /// The picture in memory that can be read: itself, or a copy of what lies in the hardware's. Nil where that failed and
    /// software goes on from the next key frame.
    func readable(_ picture: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> UnsafeMutablePointer<AVFrame>? {
        guard hardware != nil, HardwareDecoder.isOpaque(picture) else { return picture }
        guard let software else { throw CaptureError(plated_error_out_of_memory, while: action) }
        av_frame_unref(software)
        let status = av_hwframe_transfer_data(software, picture, 0)
        if status < 0 {
            try goOnInSoftware(because: "its pictures cannot be read (\(CaptureError.text(for: status)))")
            return nil
        }
        // The picture's own turn, among others.
        av_frame_copy_props(software, picture)
        return software
    }

    // MARK: - Hardware and software

    private func noteWhereDecoded(_ picture: UnsafeMutablePointer<AVFrame>) {
        guard let hardware else { return }
        if hardware.usesFrames, !HardwareDecoder.isOpaque(picture) {
            note(Self.fallback(hardware.kind, because: "it does not decode this kind of stream"))
            self.hardware = nil
        } else {
            note("decoding in hardware: \(name)")
        }
    }

    private func goOnInSoftware(because reason: String) throws(CaptureError) {
        guard let failed = hardware else { return }
        note(Self.fallback(failed.kind, because: reason))
        hardware = nil
        avcodec_free_context(&context)
        context = try Self.open(codec, parameters: parameters, hardware: nil, action: action)
    }

    private static func fallback(_ kind: HardwareDecoder.Kind, because reason: String) -> String {
        "hardware decoding (\(kind.rawValue)) does not work: \(reason); decoding in software"
    }

    /// A broken header may ask for 16384 x 16384 pictures and gigabytes. Twice what the largest cameras have.
    private static let mostPixels: Int64 = 128 << 20

    private static func open(
        _ codec: UnsafePointer<AVCodec>, parameters: UnsafeMutablePointer<AVCodecParameters>,
        hardware: HardwareDecoder?, action: String
    ) throws(CaptureError) -> UnsafeMutablePointer<AVCodecContext> {
        let (width, height) = (parameters.pointee.width, parameters.pointee.height)
        if Int64(width) * Int64(height) > mostPixels {
            throw CaptureError(
                .badData, while: action, because: "its pictures are \(width)x\(height), more than 128 megapixels")
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw CaptureError(plated_error_out_of_memory, while: action)
        }
        var status = avcodec_parameters_to_context(context, parameters)
        // One thread: two on a busy two-core machine cost the same CPU and a frame of delay.
        context.pointee.thread_count = 1
        context.pointee.max_pixels = mostPixels
        hardware?.attach(to: context)
        if status >= 0 { status = avcodec_open2(context, codec, nil) }
        guard status >= 0 else {
            var failed: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&failed)
            throw CaptureError(status, while: action)
        }
        return context
    }
}
