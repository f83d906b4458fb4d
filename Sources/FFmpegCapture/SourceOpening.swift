import ALPR
import CFFmpeg

#if canImport(Glibc)
    import Glibc
#endif

/// Opens a source: finds the input, its video stream and a decoder for it, all under deadlines.
struct SourceOpening {
    struct Opened {
        var input: UnsafeMutablePointer<AVFormatContext>?
        var decoder: UnsafeMutablePointer<AVCodecContext>?
        var streamIndex: Int32
        var timeBase: AVRational
        var description: StreamDescription
        var isLive: Bool
    }

    let address: SourceAddress
    let settings: CaptureSettings
    let interrupt: Interrupt

    /// Longest wait for a live source to answer and to state its codec.
    private static let connectLimit = Duration.seconds(10)

    func open() throws -> Opened {
        FFmpegLog.silenced
        let action = "opening \(address)"
        try checkFile(action: action)
        var input = try openInput(action: action)
        do {
            guard let context = input else { throw CaptureError(.unavailable, while: action, because: "no input") }
            interrupt.allow(address.kind == .file ? nil : Self.connectLimit)
            try check(avformat_find_stream_info(context, nil), action: "reading the start of \(address)")
            var codec: UnsafePointer<AVCodec>?
            let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0)
            guard index >= 0, let stream = context.pointee.streams[Int(index)], let codec else {
                throw CaptureError(.badData, while: action, because: "there is no video in it that can be decoded")
            }
            // Whatever is not the video is not even read.
            for other in 0..<Int(context.pointee.nb_streams) where other != Int(index) {
                context.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
            }
            let decoder = try openDecoder(codec, parameters: stream.pointee.codecpar, action: action)
            return Opened(
                input: input, decoder: decoder, streamIndex: index, timeBase: stream.pointee.time_base,
                description: describe(context, stream: stream, codec: codec), isLive: address.kind != .file)
        } catch {
            avformat_close_input(&input)
            throw error
        }
    }

    /// A missing or unreadable file is told apart from one that is not a video.
    private func checkFile(action: String) throws {
        guard address.kind == .file, address.scheme == nil, !isSequence else { return }
        var status = stat()
        if stat(address.location, &status) != 0 || access(address.location, R_OK) != 0 {
            throw CaptureError(
                errno == ENOENT ? .notFound : .unavailable, while: action, because: String(cString: strerror(errno)))
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw CaptureError(
                .badData, while: action, because: "it is a folder; name a file, or a sequence such as folder/%04d.jpg")
        }
    }

    /// Whether the name is a pattern of numbered pictures, and not a file of that very name.
    private var isSequence: Bool {
        address.location.contains("%") && access(address.location, F_OK) != 0
    }

    private func openInput(action: String) throws -> UnsafeMutablePointer<AVFormatContext>? {
        guard var context = avformat_alloc_context() else {
            throw CaptureError(plated_error_out_of_memory, while: action)
        }
        context.pointee.interrupt_callback = interrupt.callback
        // Enough to see the size of an H.264 picture, not the 5 s that are the default.
        if address.kind == .network { context.pointee.max_analyze_duration = 500_000 }
        var options = Options(self.options())
        defer { options.free() }
        let format = address.kind == .device ? try DeviceInput.video4Linux(action: action) : nil
        interrupt.allow(address.kind == .file ? nil : Self.connectLimit)
        var opening: UnsafeMutablePointer<AVFormatContext>? = context
        // On failure avformat_open_input frees the context itself.
        let status = avformat_open_input(&opening, address.withCredentials, format, &options.dictionary)
        try check(status, action: action)
        guard let opened = opening else { throw CaptureError(.unavailable, while: action, because: "no input") }
        context = opened
        if address.kind != .file, let left = options.names.first {
            avformat_close_input(&opening)
            throw CaptureError(
                .badOption, while: action, because: "the option \(left) was not taken by this FFmpeg for this source")
        }
        return context
    }

    private func check(_ status: Int32, action: String) throws {
        guard status < 0 else { return }
        if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
        if interrupt.hasExpired {
            throw CaptureError(.timedOut, while: action, because: "no answer within \(Self.connectLimit.seconds) s")
        }
        if status == plated_error_protocol_not_found {
            throw CaptureError(
                .badOption, while: action,
                because: "FFmpeg knows no protocol \(address.scheme.map { "\"\($0)\"" } ?? "")")
        }
        throw CaptureError(status, while: action)
    }

    private func options() -> [(String, String)] {
        switch address.kind {
        case .file:
            return address.scheme == nil && !isSequence && isStill ? [("pattern_type", "none")] : []
        case .device:
            var options: [(String, String)] = []
            if let size = settings.device.size { options.append(("video_size", size)) }
            if let rate = settings.device.rate { options.append(("framerate", "\(rate)")) }
            if let format = settings.device.pixelFormat { options.append(("input_format", format)) }
            return options
        case .network:
            guard address.scheme == "rtsp" || address.scheme == "rtsps" else { return [] }
            let (seconds, attoseconds) = settings.stall.components
            let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            return [
                ("rtsp_transport", settings.transport.rawValue),
                // Of the socket, in microseconds.
                ("timeout", "\(microseconds)"),
                // The rate is not needed, and waiting to measure it costs a third of a second.
                ("fpsprobesize", "0"),
            ]
        }
    }

    private var isStill: Bool {
        let extensions = ["jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff", "pgm", "ppm"]
        return extensions.contains { address.location.lowercased().hasSuffix("." + $0) }
    }

    private func openDecoder(
        _ codec: UnsafePointer<AVCodec>, parameters: UnsafeMutablePointer<AVCodecParameters>, action: String
    ) throws -> UnsafeMutablePointer<AVCodecContext>? {
        var decoder = avcodec_alloc_context3(codec)
        do {
            guard let decoder else { throw CaptureError(plated_error_out_of_memory, while: action) }
            try check(avcodec_parameters_to_context(decoder, parameters), action: action)
            // One thread: two on a busy two-core machine cost the same CPU and a frame of delay.
            decoder.pointee.thread_count = 1
            // A broken header may ask for 16384 x 16384 pictures and gigabytes. Twice what the largest cameras have.
            decoder.pointee.max_pixels = 128 << 20
            try check(avcodec_open2(decoder, codec, nil), action: "starting the decoder for \(address)")
        } catch {
            avcodec_free_context(&decoder)
            throw error
        }
        return decoder
    }

    private func describe(
        _ context: UnsafeMutablePointer<AVFormatContext>, stream: UnsafeMutablePointer<AVStream>,
        codec: UnsafePointer<AVCodec>
    ) -> StreamDescription {
        let parameters = stream.pointee.codecpar.pointee
        let rate = stream.pointee.avg_frame_rate
        let pixelFormat = av_get_pix_fmt_name(AVPixelFormat(rawValue: parameters.format))
        let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil)
        return StreamDescription(
            container: String(cString: context.pointee.iformat.pointee.name),
            codec: String(cString: codec.pointee.name),
            pixelFormat: pixelFormat.map { String(cString: $0) } ?? "unknown",
            width: Int(parameters.width), height: Int(parameters.height),
            rate: rate.den > 0 ? Double(rate.num) / Double(rate.den) : 0,
            duration: context.pointee.duration > 0 ? .microseconds(context.pointee.duration) : nil,
            recordedAt: recordingStart(context),
            rotation: matrix.map { Rotation(displayMatrix: UnsafeRawPointer($0)).rawValue } ?? 0)
    }
}

/// The moment a recording states it was begun, in seconds since 1970.
private func recordingStart(_ context: UnsafeMutablePointer<AVFormatContext>) -> Double? {
    guard let entry = av_dict_get(context.pointee.metadata, "creation_time", nil, 0) else { return nil }
    var microseconds: Int64 = 0
    // Tools that know no time write the year 1970 or 1904.
    guard av_parse_time(&microseconds, entry.pointee.value, 0) >= 0, microseconds > 86_400_000_000 else { return nil }
    return Double(microseconds) / 1_000_000
}

/// Options for FFmpeg; those it takes are removed.
private struct Options {
    var dictionary: OpaquePointer?

    init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { av_dict_set(&dictionary, name, value, 0) }
    }

    var names: [String] {
        var found: [String] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            found.append(String(cString: next.pointee.key))
            entry = next
        }
        return found
    }

    mutating func free() {
        av_dict_free(&dictionary)
    }
}
