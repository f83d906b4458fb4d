import ALPR
import Addresses
import Basics
import CFFmpeg

#if canImport(Glibc)
    import Glibc
#endif

/// Opens a source: finds the input, its video stream and a decoder for it, all under deadlines.
struct SourceOpening {
    struct Opened {
        var input: UnsafeMutablePointer<AVFormatContext>?
        var decoder: Decoder
        var streamIndex: Int32
        var timeBase: AVRational
        var description: StreamDescription
        var isLive: Bool
        /// Whether each packet is a picture file of its own.
        var isOfStills: Bool
        /// Holds a device's focus and exposure while it is open.
        var controls: ControlKeeper?
    }

    let address: SourceAddress
    let settings: CaptureSettings
    let interrupt: Interrupt
    /// Gets what is worth telling once.
    let note: (String) -> Void

    /// Longest wait for a live source to answer and to state its codec.
    private static let connectLimit = Duration.seconds(10)

    func open() throws -> Opened {
        FFmpegLog.isTakenOver
        let action = "opening \(address)"
        try checkFile(action: action)
        try checkName(action: action)
        let device = address.kind == .device ? try V4L2Device(address.location) : nil
        var input = try openInput(action: action)
        do {
            guard let context = input else { throw CaptureError(.unavailable, while: action, because: "no input") }
            if needsLook(context) {
                interrupt.allow(address.kind == .file ? nil : Self.connectLimit)
                try check(avformat_find_stream_info(context, nil), action: "reading the start of \(address)")
            }
            var codec: UnsafePointer<AVCodec>?
            let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0)
            guard index >= 0, let stream = context.pointee.streams[Int(index)], let codec else {
                throw CaptureError(.badData, while: action, because: "there is no video in it that can be decoded")
            }
            // Whatever is not the video is not even read.
            for other in 0..<Int(context.pointee.nb_streams) where other != Int(index) {
                context.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
            }
            let decoder = try Decoder(
                codec, parameters: stream.pointee.codecpar, settings: settings,
                action: "starting the decoder for \(address)", note: note)
            let description = StreamDescription(context, stream: stream, codec: codec)
            let isFile = address.kind == .file
            return Opened(
                input: input, decoder: decoder, streamIndex: index, timeBase: stream.pointee.time_base,
                description: description, isLive: !isFile, isOfStills: isFile && Self.isOfStills(input),
                controls: try device.map { try prepare($0, description: description) })
        } catch {
            avformat_close_input(&input)
            throw error
        }
    }

    /// Whether it is a picture file, or a sequence of them.
    private static func isOfStills(_ input: UnsafeMutablePointer<AVFormatContext>?) -> Bool {
        guard let name = input?.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return false }
        return name.hasPrefix("image2") || name.hasSuffix("_pipe")
    }

    /// Whether FFmpeg has to read ahead to know the stream. Not where the device or the camera's description names the codec:
    /// the decoder finds the rest in the first key frame, and reading ahead takes a third of a second.
    private func needsLook(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        guard address.kind == .device || isRTSP else { return true }
        return !(0..<Int(context.pointee.nb_streams)).contains { index in
            guard let parameters = context.pointee.streams[index]?.pointee.codecpar else { return false }
            return parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && parameters.pointee.codec_id != AV_CODEC_ID_NONE
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

    /// FFmpeg looks names up without a deadline and without saying what is wrong with them, so that is done before it.
    private func checkName(action: String) throws {
        guard let endpoint = NetworkEndpoint(address) else { return }
        let stop = { interrupt.hasStopped }
        switch NameLookup.addresses(of: endpoint, within: Self.connectLimit, isOff: stop) {
        case .found: return
        case .unknown(let reason):
            throw CaptureError(.unavailable, while: action, because: "the name \(endpoint.host): \(reason)")
        case .late where stop():
            throw CaptureError(.stopped, while: action, because: "asked to stop")
        case .late:
            throw CaptureError(
                .unavailable, while: action,
                because: "the name \(endpoint.host) was not looked up within \(Self.connectLimit.seconds) s")
        }
    }

    /// Whether the name is a pattern of numbered pictures, and not a file of that very name.
    private var isSequence: Bool {
        address.location.contains("%") && access(address.location, F_OK) != 0
    }

    private var isRTSP: Bool { address.scheme == "rtsp" || address.scheme == "rtsps" }

    private func openInput(action: String) throws -> UnsafeMutablePointer<AVFormatContext>? {
        guard var context = avformat_alloc_context() else {
            throw CaptureError(plated_error_out_of_memory, while: action)
        }
        context.pointee.interrupt_callback = interrupt.callback
        // Enough to see the size of an H.264 picture, not the 5 s that are the default.
        if address.kind == .network { context.pointee.max_analyze_duration = 500_000 }
        // A device is asked again and again instead: FFmpeg waits for its pictures without asking whether to go on.
        if address.kind == .device { context.pointee.flags |= AVFMT_FLAG_NONBLOCK }
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
        if address.kind == .device, let reason = V4L2Device.reason(-status) {
            throw CaptureError(.unavailable, while: action, because: reason)
        }
        throw CaptureError(status, while: action)
    }

    /// What FFmpeg is told for this kind of source.
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
            guard isRTSP else { return [] }
            let (seconds, attoseconds) = settings.stall.components
            let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            var options = [
                ("rtsp_transport", settings.transport.rawValue),
                // Of the socket, in microseconds; over UDP, of the wait for a packet.
                ("timeout", "\(microseconds)"),
                // The rate is not needed, and waiting to measure it costs a third of a second.
                ("fpsprobesize", "0"),
                // Sound is not even sent, nor can its losses be taken for the picture's.
                ("allowed_media_types", "video"),
            ]
            switch settings.transport {
            // A key frame comes as a hundred packets at once: the kernel's own 200 kB would drop some of them.
            case .udp: options.append(("buffer_size", "\(2 << 20)"))
            // A camera drops packets even over TCP when the network is slow; only with a queue does FFmpeg notice. (One that
            // numbers its packets anew in mid-session may then be a stall, and is opened anew.)
            case .tcp: options.append(("reorder_queue_size", "2"))
            }
            return options
        }
    }

    private var isStill: Bool {
        let extensions = ["jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff", "pgm", "ppm"]
        return extensions.contains { address.location.lowercased().hasSuffix("." + $0) }
    }

    // MARK: - Devices

    /// Tells what the device gave in place of what was asked for, and sets its controls.
    private func prepare(_ device: V4L2Device, description: StreamDescription) throws -> ControlKeeper {
        for difference in settings.device.differences(from: description) { note("\(address) \(difference)") }
        let keeper = ControlKeeper(device, note: { note("\(address): \($0)") })
        do {
            try keeper.apply(settings.device)
        } catch let problem {
            throw CaptureError(.badOption, while: "setting the controls of \(address)", because: problem.description)
        }
        return keeper
    }
}

extension CaptureSettings.Device {
    /// What a device gives in place of what was asked for, for people.
    func differences(from given: StreamDescription) -> [String] {
        var found: [String] = []
        if let size, size != "\(given.width)x\(given.height)" {
            found.append("gives \(given.width)x\(given.height) in place of \(size)")
        }
        // A hundredth is how far 29.97 is from 30.
        if let rate, given.rate > 0, abs(given.rate - rate) > rate / 100 {
            found.append("gives \(given.rate) pictures a second in place of \(rate)")
        }
        if let pixelFormat, pixelFormat != given.pixelFormat, pixelFormat != given.codec {
            let format = given.codec == "rawvideo" ? given.pixelFormat : given.codec
            found.append("gives \(format) in place of \(pixelFormat)")
        }
        return found
    }
}
