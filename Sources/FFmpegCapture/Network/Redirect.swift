import ALPR
import Addresses

/// A camera's answer that its pictures are elsewhere.
struct Redirect: Error {
    /// The address as the camera wrote it.
    let target: String

    /// Redirects that are followed for one opening.
    static let most = 5

    /// The address to go on with: on the same host. The password goes along only where scheme and port are the same, too: behind
    /// another port may stand another program.
    func followed(from address: SourceAddress) throws(CaptureError) -> SourceAddress {
        let action = "opening \(address)"
        var next = SourceAddress(target)
        guard let scheme = next.scheme, ["rtsp", "rtsps"].contains(scheme), let here = NetworkEndpoint(address),
            let there = NetworkEndpoint(next)
        else {
            throw CaptureError(
                .unavailable, while: action, because: "the camera redirects to what is no address of a camera")
        }
        guard here.host.lowercased() == there.host.lowercased() else {
            throw CaptureError(
                .unavailable, while: action,
                because:
                    "the camera redirects to another host, \(there.host). That is not followed, since the password would "
                    + "go there; if it is right, write that host in the address")
        }
        let isSameServer = here.port == there.port && address.scheme == scheme
        next.credentials = isSameServer ? address.credentials : nil
        return next
    }
}
