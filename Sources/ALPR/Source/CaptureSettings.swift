/// How a source is opened.
public struct CaptureSettings: Sendable, Equatable {
    public enum Transport: String, Sendable, CaseIterable {
        case tcp, udp
    }

    /// What is asked of a Video4Linux device; nil leaves the device's own choice.
    public struct Device: Sendable, Equatable {
        /// Such as `1280x720`.
        public var size: String?
        /// Frames a second.
        public var rate: Double?
        /// As FFmpeg calls it: `yuyv422`, `mjpeg`, `gray`, `nv12`…
        public var pixelFormat: String?

        public init(size: String? = nil, rate: Double? = nil, pixelFormat: String? = nil) {
            self.size = size
            self.rate = rate
            self.pixelFormat = pixelFormat
        }
    }

    /// RTSP only.
    public var transport: Transport
    /// A live source that sends nothing for this long is given up.
    public var stall: Duration
    public var device: Device

    public init(transport: Transport = .tcp, stall: Duration = .seconds(20), device: Device = Device()) {
        self.transport = transport
        self.stall = stall
        self.device = device
    }
}
