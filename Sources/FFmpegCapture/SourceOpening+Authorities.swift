import Addresses
import CFFmpeg
import Capture

#if canImport(Glibc)
    import Glibc
#endif

/// Whether who answers is the camera, where it is asked over TLS.
extension SourceOpening {
    private static func isEncrypted(_ scheme: String?) -> Bool { scheme == "https" || scheme == "rtsps" }

    private var isEncrypted: Bool { Self.isEncrypted(address.scheme) }

    /// What FFmpeg is told of it.
    var authorityOptions: [(String, String)] {
        guard isEncrypted else { return [] }
        return switch settings.authorities {
        case .none: []
        case .system: [("tls_verify", "1")]
        case .file(let path): [("tls_verify", "1"), ("ca_file", path)]
        }
    }

    /// Before anything is sent: refuses what cannot be checked, and tells where nothing is.
    func checkAuthorities(action: String) throws {
        guard isEncrypted else { return }
        if settings.authorities == .none {
            let password = address.credentials == nil ? "" : ", and gets the password"
            return note(
                "the certificate of \(address) is not checked (source.authorities: none): whoever answers there is taken for the camera"
                    + password)
        }
        if let problem = Self.problem(with: settings.authorities, scheme: address.scheme) {
            throw CaptureError(.badOption, while: action, because: "source.authorities: \(problem)")
        }
    }

    /// Why a certificate could never be checked so; nil where it can, or is not to be.
    static func problem(with authorities: CaptureSettings.Authorities, scheme: String?) -> String? {
        guard isEncrypted(scheme), authorities != .none else { return nil }
        if case .file(let path) = authorities, let objection = objection(to: path) { return "\(path): \(objection)" }
        guard scheme == "rtsps", !rtspChecks else { return nil }
        return
            "this version of FFmpeg cannot check the certificate of a camera over rtsps; none takes whoever answers there for the camera"
    }

    /// Why a file cannot be read as a whole; nil where it can. A pipe would have TLS wait for ever, and not even an end be heard.
    private static func objection(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "it is no regular file"
    }

    /// Whether FFmpeg hands on what it is told to the TLS of RTSP: older versions do not.
    private static let rtspChecks: Bool = {
        guard let format = av_find_input_format("rtsp") else { return false }
        var options: UnsafePointer<AVClass>? = format.pointee.priv_class
        return withUnsafeMutablePointer(to: &options) {
            av_opt_find($0, "tls_verify", nil, 0, plated_opt_search_fake_obj) != nil
        }
    }()

    /// Tells a certificate that does not do from a camera that hangs up: FFmpeg has one number for both.
    func checkForCertificate(_ status: Int32, action: String) throws {
        guard !authorityOptions.isEmpty, status == plated_error_input_output else { return }
        throw CaptureError(
            .unavailable, while: action,
            because:
                "its certificate is none that source.authorities accepts for this name, or what is there is no camera")
    }
}
