import ALPR

/// How a source is opened.
public struct CaptureSettings: Sendable, Equatable {
    public enum Transport: String, Sendable, CaseIterable {
        case tcp, udp
    }

    /// The decoder of H.264 and HEVC.
    public enum Hardware: String, Sendable, CaseIterable {
        /// The processor.
        case none
        /// A graphics chip, through VA-API.
        case vaapi
        /// A decoder of a system on chip, through Video4Linux.
        case v4l2m2m
        /// The first of them that works.
        case auto
    }

    /// Whose signature on the certificate of a camera over TLS counts.
    public enum Authorities: Sendable, Equatable {
        /// Anybody's: the certificate is not checked. Most cameras sign their own.
        case none
        /// Those that the system trusts.
        case system
        /// Those in a file (PEM).
        case file(String)
    }

    /// Wishes for a Video4Linux device; nil leaves the device's own choice.
    public struct Device: Sendable, Equatable {
        /// How focus, exposure and other controls are set while the device is open; they are put back when it is closed.
        public enum Controls: Sendable, Equatable {
            /// Continuous focus, and exposure that is metered where plates are looked for.
            case automatic
            /// None is touched.
            case leave
            /// These, by name.
            case values([String: Int])
        }

        /// Such as `1280x720`.
        public var size: String?
        /// Frames a second.
        public var rate: Double?
        /// As FFmpeg calls it: `yuyv422`, `mjpeg`, `gray`, `nv12`…
        public var pixelFormat: String?
        public var controls: Controls
        /// The part of the picture in which plates are looked for. Focus and exposure are set for it.
        public var roi: RegionOfInterest

        public init(
            size: String? = nil, rate: Double? = nil, pixelFormat: String? = nil, controls: Controls = .automatic,
            roi: RegionOfInterest = .wholePicture
        ) {
            self.size = size
            self.rate = rate
            self.pixelFormat = pixelFormat
            self.controls = controls
            self.roi = roi
        }
    }

    /// RTSP only.
    public var transport: Transport
    /// HTTPS and RTSPS only.
    public var authorities = Authorities.none
    /// A live source that sends nothing for this long is given up.
    public var stall: Duration
    /// How long a live source may take to answer when it is opened.
    public var opening = Duration.seconds(10)
    /// Pictures a second of a recording that states no times, such as an image sequence; nil for FFmpeg's assumption.
    public var rate: Double?
    /// How the camera's pictures lie; frames come upright.
    public var orientation = Orientation.upright
    public var device: Device
    public var hardware: Hardware
    /// Such as `/dev/dri/renderD128`; nil for the system's own choice.
    public var hardwareDevice: String?
    /// Shortest time between two frames that are asked for: what comes sooner and nothing is built on is not decoded. Nil to decode
    /// every picture.
    public var interval: Duration?
    /// The same while a plate is undecided; nil for no shorter one.
    public var hurriedInterval: Duration?
    /// Whether frames come with their colours.
    public var wantsColour = false

    /// The wishes for the device, with the region of interest turned to lie in the device's own picture.
    public var deviceAsItLies: Device {
        var device = device
        device.roi = device.roi.inCamera(orientation)
        return device
    }

    public init(
        transport: Transport = .tcp, stall: Duration = .seconds(20), device: Device = Device(),
        hardware: Hardware = .none, hardwareDevice: String? = nil
    ) {
        self.transport = transport
        self.stall = stall
        self.device = device
        self.hardware = hardware
        self.hardwareDevice = hardwareDevice
    }
}
