import Addresses
import CFFmpeg

extension FFmpegSource {
    /// Why a source of this address could never be opened; nil where only trying can tell. Opens nothing.
    public static func problem(with address: SourceAddress) -> String? {
        guard address.kind != .device, let scheme = address.scheme else { return nil }
        // RTSP is no protocol to FFmpeg but a format.
        if ["rtsp", "rtsps"].contains(scheme) || avio_find_protocol_name(address.location) != nil { return nil }
        return
            "FFmpeg knows no protocol \"\(scheme.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })\"; cameras have rtsp://"
    }
}
