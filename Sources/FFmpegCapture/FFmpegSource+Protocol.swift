import Addresses
import CFFmpeg
import Capture

extension FFmpegSource {
    /// Why a source of this address could never be opened; nil where only trying can tell. Opens nothing.
    public static func problem(with address: SourceAddress) -> String? {
        if let problem = address.problem { return problem }
        guard address.kind != .device, let scheme = address.scheme else { return nil }
        // What is no scheme at all may hold a password, and FFmpeg would take it for the name of a file.
        let isScheme = scheme.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }
        guard isScheme else { return "FFmpeg knows no such protocol; cameras have rtsp://" }
        // RTSP is no protocol to FFmpeg but a format.
        if ["rtsp", "rtsps"].contains(scheme) || avio_find_protocol_name(address.location) != nil { return nil }
        return "FFmpeg knows no protocol \"\(scheme)\"; cameras have rtsp://"
    }

    /// Why the certificate of a source of this address could never be checked; nil where only trying can tell, or nobody asks for it.
    public static func problem(with authorities: CaptureSettings.Authorities, of address: SourceAddress) -> String? {
        SourceOpening.problem(with: authorities, scheme: address.scheme)
    }
}
