import ALPR
import Addresses
import Basics
import CFFmpeg
import Capture

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
        /// Where the input comes from, if that is a FIFO.
        var pipe: PipeInput?
    }

    /// Where it is; after a redirect, where it is now.
    private(set) var address: SourceAddress
    let settings: CaptureSettings
    let interrupt: Interrupt
    /// Gets what is worth telling once.
    let note: (String) -> Void

    init(
        address: SourceAddress, settings: CaptureSettings, interrupt: Interrupt, note: @escaping (String) -> Void
    ) {
        self.address = address
        self.settings = settings
        self.interrupt = interrupt
        self.note = note
    }

    /// Opens the source, and where a camera redirects, what it redirects to.
    func open() throws -> Opened {
        FFmpegLog.isTakenOver
        var opening = self
        let end = ContinuousClock.now + settings.opening
        for _ in 0...Redirect.most {
            do {
                return try opening.openOnce(until: end)
            } catch let redirect as Redirect {
                opening.address = try redirect.followed(from: opening.address)
                if address.credentials != nil, opening.address.credentials == nil {
                    note("the camera redirects to \(opening.address), another port; the password is not sent there")
                }
            }
        }
        throw CaptureError(
            .unavailable, while: "opening \(address)",
            because: "the camera redirects again and again; \(Redirect.most) times were followed")
    }

    /// - Parameter end: when a live source must have answered.
    private func openOnce(until end: ContinuousClock.Instant) throws -> Opened {
        let action = "opening \(address)"
        try checkAddress(action: action)
        try checkAuthorities(action: action)
        let isPipe = try checkFile(action: action)
        try checkName(until: end, action: action)
        let device = address.kind == .device ? try V4L2Device(address.location) : nil
        let pipe = isPipe ? try openPipe(action: action) : nil
        var input = try openInput(pipe, until: end, action: action)
        do {
            guard let context = input else { throw CaptureError(.unavailable, while: action, because: "no input") }
            if needsLook(context) {
                interrupt.allow(address.kind == .file ? nil : settings.opening)
                try check(avformat_find_stream_info(context, nil), action: "reading the start of \(address)")
            }
            try checkLive(context, action: action)
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
            if isFile, isSequence, settings.rate == nil {
                note(
                    "\(address) states no times: \(description.rate.formattedRate) pictures a second are assumed; "
                        + "--rate or source.rate_fps sets another rate")
            }
            return Opened(
                input: input, decoder: decoder, streamIndex: index, timeBase: stream.pointee.time_base,
                description: description, isLive: !isFile, isOfStills: isFile && Self.isOfStills(input),
                controls: try device.map { try prepare($0, description: description) }, pipe: pipe)
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

    /// What cannot be opened whatever answers there.
    private func checkAddress(action: String) throws {
        if let problem = address.problem { throw CaptureError(.badOption, while: action, because: problem) }
    }

    /// A missing or unreadable file is told apart from one that is not a video. Returns whether it is a FIFO.
    private func checkFile(action: String) throws -> Bool {
        guard address.kind == .file, address.scheme == nil else { return false }
        if isSequence {
            guard let sequence = ImageSequence(address.location), sequence.firstNumber == nil else { return false }
            throw CaptureError(.notFound, while: action, because: "there is no file that fits this pattern")
        }
        var status = stat()
        if stat(address.location, &status) != 0 || access(address.location, R_OK) != 0 {
            throw CaptureError(
                errno == ENOENT ? .notFound : .unavailable, while: action, because: String(cString: strerror(errno)))
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw CaptureError(
                .badData, while: action, because: "it is a folder; name a file, or a sequence such as folder/%04d.jpg")
        }
        return status.st_mode & S_IFMT == S_IFIFO
    }

    private func openPipe(action: String) throws -> PipeInput {
        note("\(address) is a FIFO: waiting for whoever writes to it")
        return try PipeInput(address.location, interrupt: interrupt, action: action)
    }

    /// A recording on a web server would be opened again and again, as a camera is.
    private func checkLive(_ context: UnsafeMutablePointer<AVFormatContext>, action: String) throws {
        guard let scheme = address.scheme, ["http", "https"].contains(scheme), context.pointee.duration > 0 else {
            return
        }
        let seconds = Double(context.pointee.duration) / Double(AV_TIME_BASE)
        throw CaptureError(
            .badData, while: action,
            because:
                "it is a recording of \((seconds * 10).rounded() / 10) s and no camera; download it and name the file")
    }

    /// FFmpeg looks names up without a deadline and without saying what is wrong with them, so that is done before it.
    private func checkName(until end: ContinuousClock.Instant, action: String) throws {
        guard let endpoint = NetworkEndpoint(address) else { return }
        let stop = { interrupt.hasStopped }
        switch NameLookup.addresses(of: endpoint, within: ContinuousClock.now.duration(to: end), isOff: stop) {
        case .found: return
        case .unknown(let reason):
            throw CaptureError(.unavailable, while: action, because: "the name \(endpoint.host): \(reason)")
        case .late where stop():
            throw CaptureError(.stopped, while: action, because: "asked to stop")
        case .late:
            throw CaptureError(
                .unavailable, while: action,
                because: "the name \(endpoint.host) was not looked up within \(settings.opening.seconds) s")
        }
    }

    /// Whether the name is a pattern of numbered pictures, and not a file of that very name.
    var isSequence: Bool {
        address.location.contains("%") && access(address.location, F_OK) != 0
    }

    var isRTSP: Bool { address.scheme == "rtsp" || address.scheme == "rtsps" }

    private func openInput(
        _ pipe: PipeInput?, until end: ContinuousClock.Instant, action: String
    ) throws -> UnsafeMutablePointer<AVFormatContext>? {
        guard var context = avformat_alloc_context() else {
            throw CaptureError(plated_error_out_of_memory, while: action)
        }
        context.pointee.interrupt_callback = interrupt.callback
        if let pipe { context.pointee.pb = pipe.context }
        // Enough to see the size of an H.264 picture, not the 5 s that are the default.
        if address.kind == .network { context.pointee.max_analyze_duration = 500_000 }
        // A device is asked again and again instead: FFmpeg waits for its pictures without asking whether to go on.
        if address.kind == .device { context.pointee.flags |= AVFMT_FLAG_NONBLOCK }
        var options = Options(self.options())
        defer { options.free() }
        let format = address.kind == .device ? try DeviceInput.video4Linux(action: action) : nil
        interrupt.allow(address.kind == .file ? nil : ContinuousClock.now.duration(to: end))
        var opening: UnsafeMutablePointer<AVFormatContext>? = context
        // On failure avformat_open_input frees the context itself.
        let status = avformat_open_input(&opening, address.withCredentials, format, &options.dictionary)
        if let target = FFmpegLog.takeRedirect(of: context), status < 0 { throw Redirect(target: target) }
        try check(status, action: action)
        guard let opened = opening else { throw CaptureError(.unavailable, while: action, because: "no input") }
        context = opened
        do {
            try HTTPRedirect(of: context).check(against: address, action: action)
        } catch {
            avformat_close_input(&opening)
            throw error
        }
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
            throw CaptureError(
                .timedOut, while: action,
                because: "no answer within \(settings.opening.seconds) s; source.open_ms allows a camera more")
        }
        if status == plated_error_protocol_not_found {
            throw CaptureError(
                .badOption, while: action,
                because: "FFmpeg knows no protocol \(address.scheme.map { "\"\($0)\"" } ?? "")")
        }
        if address.kind == .device, let reason = V4L2Device.reason(-status) {
            throw CaptureError(.unavailable, while: action, because: reason)
        }
        try checkForCertificate(status, action: action)
        throw CaptureError(opening: address, status: status, while: action)
    }
}
