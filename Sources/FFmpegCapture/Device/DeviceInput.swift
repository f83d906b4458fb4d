import CFFmpeg

#if canImport(Glibc)
    import Glibc
#endif

/// FFmpeg's Video4Linux input.
///
/// libavdevice is loaded when a device is opened, and not linked: with it come libavfilter and eighty more libraries, 17 MB of
/// resident memory that a network camera or a recording has no use for.
enum DeviceInput {
    /// Makes libavdevice's inputs known to libavformat, once a process.
    private static let isRegistered: Bool = {
        guard let library = dlopen(plated_device_library, RTLD_NOW | RTLD_GLOBAL),
            let symbol = dlsym(library, "avdevice_register_all")
        else { return false }
        unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
        return true
    }()

    static func video4Linux(action: String) throws -> UnsafePointer<AVInputFormat> {
        guard isRegistered else {
            let name = String(cString: plated_device_library)
            throw CaptureError(
                .unavailable, while: action, because: "cameras on /dev/video need \(name) (Debian: libavdevice59)")
        }
        guard let format = av_find_input_format("v4l2") else {
            throw CaptureError(.unavailable, while: action, because: "this FFmpeg has no Video4Linux input")
        }
        return format
    }
}
