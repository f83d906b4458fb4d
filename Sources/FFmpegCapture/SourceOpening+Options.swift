import ALPR
import Addresses
import Basics
import Capture

extension SourceOpening {
    /// What FFmpeg is told for this kind of source.
    func options() -> [(String, String)] {
        switch address.kind {
        case .file:
            var pattern = address.scheme == nil && !isSequence && isStill ? [("pattern_type", "none")] : []
            if address.scheme == nil, isSequence, let first = ImageSequence(address.location)?.firstNumber {
                pattern = [("start_number", "\(first)")]
            }
            // FFmpeg takes times that start anew for a counter that has run over, and lets a day pass.
            let counter = [("correct_ts_overflow", "0")]
            return pattern + counter + (settings.rate.map { [("framerate", "\($0)")] } ?? [])
        case .device:
            var options: [(String, String)] = []
            if let size = settings.device.size { options.append(("video_size", size)) }
            if let rate = settings.device.rate { options.append(("framerate", "\(rate)")) }
            if let format = settings.device.pixelFormat { options.append(("input_format", format)) }
            return options
        case .network:
            guard isRTSP else { return authorityOptions }
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
            return options + authorityOptions
        }
    }

    private var isStill: Bool {
        let extensions = ["jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff", "pgm", "ppm"]
        return extensions.contains { address.location.lowercased().hasSuffix("." + $0) }
    }

    // MARK: - Devices

    /// Tells what the device gave in place of what was asked for, and sets its controls.
    func prepare(_ device: V4L2Device, description: StreamDescription) throws -> ControlKeeper {
        for difference in settings.device.differences(from: description) { note("\(address) \(difference)") }
        let keeper = ControlKeeper(device, note: { note("\(address): \($0)") })
        do {
            try keeper.apply(settings.deviceAsItLies)
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
