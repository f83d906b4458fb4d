import CV4L2

#if canImport(Glibc)
    import Glibc
#endif

/// A Video4Linux capture device: what it is, which pictures it gives, and its controls. Several programs may ask and set a
/// device at once; only one gets its pictures.
public final class V4L2Device {
    /// Pictures in one pixel format.
    public struct Format: Sendable, Equatable {
        /// As FFmpeg and `source.device.pixel_format` call it; the four letters of the kernel where FFmpeg has no name.
        public var name: String
        public var title: String
        public var sizes: [Size]
    }

    public struct Size: Sendable, Equatable {
        public var width: Int
        public var height: Int
        /// The other end of a range; the same as width and height where there is none.
        public var maximumWidth: Int
        public var maximumHeight: Int
        /// Pictures a second, fastest first; of a range, those of its largest size.
        public var rates: [Double]
    }

    public let path: String
    /// What its maker calls it.
    public let card: String
    public let driver: String
    private let descriptor: Int32

    /// Opens it for questions; throws a `CaptureError` where it is missing, not ours to use, or not a camera.
    public init(_ path: String) throws {
        let action = "opening \(path)"
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw CaptureError(
                code == ENOENT ? .notFound : .unavailable, while: action,
                because: Self.reason(code) ?? String(cString: strerror(code)))
        }
        self.path = path
        var identity = plated_v4l2_identity()
        let status = plated_v4l2_identify(descriptor, &identity)
        card = withUnsafeBytes(of: identity.card) { Self.text($0) }
        driver = withUnsafeBytes(of: identity.driver) { Self.text($0) }
        guard status == 0 else {
            close(descriptor)
            let gone = [ENODEV, ENXIO, EIO].contains(-status)
            throw CaptureError(
                .unavailable, while: action,
                because: (gone ? Self.reason(-status) : nil) ?? "it is not a Video4Linux device")
        }
        let capture = UInt32(V4L2_CAP_VIDEO_CAPTURE)
        guard identity.capabilities & capture != 0 else {
            close(descriptor)
            throw CaptureError(
                .unavailable, while: action,
                because: "it (\(card)) gives no pictures; a camera often has two devices, and this is the one for its"
                    + " other data, or nothing feeds it yet")
        }
        guard identity.capabilities & UInt32(V4L2_CAP_STREAMING) != 0 else {
            close(descriptor)
            throw CaptureError(.unavailable, while: action, because: "it (\(card)) does not stream")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Why a device failed, for the errors that mean something of their own.
    static func reason(_ code: Int32) -> String? {
        switch code {
        case EBUSY: "another program uses it"
        case EACCES, EPERM: "permission denied; its user has to be in the group video"
        case ENODEV, ENXIO: "the device is gone"
        case EIO: "the device does not answer properly (unplugged, or the USB is overloaded)"
        case ENOSPC: "the USB has no room left for its pictures; use another port, a smaller size or mjpeg"
        case EINVAL: "the device takes no such size, rate or pixel format"
        default: nil
        }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    // MARK: - Pictures

    /// Everything it can give.
    public var formats: [Format] {
        enumerated { index -> Format? in
            var answer = plated_v4l2_format()
            guard plated_v4l2_format_at(descriptor, index, &answer) == 0 else { return nil }
            return Format(
                name: Self.name(of: answer.fourcc), title: withUnsafeBytes(of: answer.description) { Self.text($0) },
                sizes: sizes(of: answer.fourcc))
        }
    }

    private func sizes(of fourcc: UInt32) -> [Size] {
        enumerated { index -> Size? in
            var answer = plated_v4l2_size()
            guard plated_v4l2_size_at(descriptor, fourcc, index, &answer) == 0 else { return nil }
            // A range is one answer, and has no others.
            if answer.is_range != 0, index > 0 { return nil }
            return Size(
                width: Int(answer.width), height: Int(answer.height), maximumWidth: Int(answer.maximum_width),
                maximumHeight: Int(answer.maximum_height),
                rates: rates(of: fourcc, width: answer.maximum_width, height: answer.maximum_height))
        }
    }

    private func rates(of fourcc: UInt32, width: UInt32, height: UInt32) -> [Double] {
        enumerated { index -> Double? in
            var rate = 0.0
            return plated_v4l2_rate_at(descriptor, fourcc, width, height, index, &rate) == 0 ? rate : nil
        }.sorted(by: >)
    }

    /// What `item` gives for 0, 1, 2… up to the first nil. Bounded, since it is a driver that answers.
    private func enumerated<Item>(_ item: (UInt32) -> Item?) -> [Item] {
        var found: [Item] = []
        for index in 0..<UInt32(256) {
            guard let next = item(index) else { break }
            found.append(next)
        }
        return found
    }

    /// FFmpeg's names of the kernel's formats that cameras give.
    static func name(of fourcc: UInt32) -> String {
        let letters = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: fourcc >> (8 * $0)) }, as: UTF8.self)
        let known = [
            "YUYV": "yuyv422", "UYVY": "uyvy422", "YVYU": "yvyu422", "422P": "yuv422p", "YU12": "yuv420p",
            "YV12": "yuv420p", "NV12": "nv12", "GREY": "gray", "RGB3": "rgb24", "BGR3": "bgr24", "MJPG": "mjpeg",
            "JPEG": "mjpeg", "H264": "h264", "HEVC": "hevc",
        ]
        return known[letters] ?? letters
    }
}

// MARK: - Controls

extension V4L2Device: ControlAccess {
    /// Every control, in the kernel's order, with its value.
    public func controls() -> [DeviceControl] {
        var found: [DeviceControl] = []
        var last: UInt32 = 0
        while found.count < 512 {
            var answer = plated_v4l2_control()
            // Ids only ever grow; a driver that gives one twice would keep us here.
            guard plated_v4l2_control_after(descriptor, last, &answer) == 0, answer.id > last else { break }
            last = answer.id
            guard answer.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, answer.type != V4L2_CTRL_TYPE_CTRL_CLASS.rawValue
            else { continue }
            found.append(control(answer))
        }
        return found
    }

    private func control(_ answer: plated_v4l2_control) -> DeviceControl {
        let title = withUnsafeBytes(of: answer.name) { Self.text($0) }
        var control = DeviceControl(
            id: answer.id, name: DeviceControl.name(of: title), kind: Self.kind(answer.type),
            range: Int(min(answer.minimum, answer.maximum))...Int(max(answer.minimum, answer.maximum)),
            step: max(1, Int(answer.step)), standard: Int(answer.standard),
            isReadOnly: answer.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0,
            isInactive: answer.flags & UInt32(V4L2_CTRL_FLAG_INACTIVE) != 0)
        control.isWide = answer.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
        if control.kind == .menu {
            let isNumber = answer.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
            for index in control.range.clamped(to: 0...255) {
                var name = [CChar](repeating: 0, count: 33)
                let status = plated_v4l2_menu_item(descriptor, answer.id, UInt32(index), isNumber ? 1 : 0, &name)
                guard status == 0 else { continue }
                let text = name.withUnsafeBytes { Self.text($0) }
                control.items[index] = isNumber ? "\(index)" : text
            }
        }
        if control.kind == .rectangle { control.largest = rectangle(of: control, isMaximum: true) }
        control.value = value(of: control)
        return control
    }

    private static func kind(_ type: UInt32) -> DeviceControl.Kind {
        switch type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue, V4L2_CTRL_TYPE_INTEGER64.rawValue: .integer
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: .boolean
        case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: .menu
        case V4L2_CTRL_TYPE_BITMASK.rawValue: .bitmask
        case plated_v4l2_type_rectangle: .rectangle
        default: .other
        }
    }

    func value(of control: DeviceControl) -> DeviceControl.Value? {
        switch control.kind {
        case .other: return nil
        case .rectangle: return rectangle(of: control, isMaximum: false).map { .rectangle($0) }
        case .integer, .boolean, .menu, .bitmask:
            var value: Int64 = 0
            let status = plated_v4l2_get(descriptor, control.id, control.isWide ? 1 : 0, &value)
            return status == 0 ? .number(Int(value)) : nil
        }
    }

    func set(_ control: DeviceControl, to value: DeviceControl.Value) -> Int32? {
        let status: Int32
        switch value {
        case .number(let number):
            status = plated_v4l2_set(descriptor, control.id, control.isWide ? 1 : 0, Int64(number))
        case .rectangle(let area):
            var rectangle = plated_v4l2_rectangle(
                left: Int32(clamping: area.left), top: Int32(clamping: area.top), width: UInt32(clamping: area.width),
                height: UInt32(clamping: area.height))
            status = plated_v4l2_set_rectangle(descriptor, control.id, &rectangle)
        }
        return status == 0 ? nil : -status
    }

    private func rectangle(of control: DeviceControl, isMaximum: Bool) -> DeviceControl.Rectangle? {
        var answer = plated_v4l2_rectangle()
        guard plated_v4l2_get_rectangle(descriptor, control.id, isMaximum ? 1 : 0, &answer) == 0 else { return nil }
        return .init(
            left: Int(answer.left), top: Int(answer.top), width: Int(answer.width), height: Int(answer.height))
    }
}
