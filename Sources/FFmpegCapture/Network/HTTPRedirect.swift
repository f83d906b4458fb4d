import Addresses
import CFFmpeg

/// Where an HTTP source was found in the end. FFmpeg follows HTTP redirects by itself, without the password and a few times, and has
/// no hook before it does; so what came from another host is closed before anything of it is read as a picture.
struct HTTPRedirect {
    /// The address that answered; nil where the source is not read over HTTP.
    let location: String?

    init(of input: UnsafeMutablePointer<AVFormatContext>) {
        var value: UnsafeMutablePointer<UInt8>?
        guard let stream = input.pointee.pb, av_opt_get(stream, "location", AV_OPT_SEARCH_CHILDREN, &value) >= 0,
            let value
        else {
            location = nil
            return
        }
        location = String(cString: value)
        av_free(value)
    }

    /// Throws where that is another host than the one in `address`.
    func check(against address: SourceAddress, action: String) throws(CaptureError) {
        guard let scheme = address.scheme, ["http", "https"].contains(scheme), let location,
            let here = NetworkEndpoint(address)
        else { return }
        guard let there = NetworkEndpoint(SourceAddress(location)) else {
            throw CaptureError(
                .unavailable, while: action, because: "the camera redirects to what is no address of a camera")
        }
        guard here.host.lowercased() == there.host.lowercased() else {
            throw CaptureError(
                .unavailable, while: action,
                because: "the camera redirects to another host, \(there.host). Nothing is read from there; if it is "
                    + "right, write that host in the address")
        }
    }
}
