import Addresses

/// Addresses that a page may give a scanner: cameras in the network by RTSP, and V4L2 devices.
public enum SetupAddress {
    private static let schemes = ["rtsp", "rtsps"]
    private static let longest = 512

    /// Why it may not be one; nil of one that may. Never holds what was typed.
    public static func problem(with text: String) -> String? {
        if isDevice(text) { return nil }
        let wanted = "such as rtsp://192.0.2.10/stream or /dev/video0"
        guard text.utf8.count <= longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"'`\\<>".utf8.contains($0) })
        else { return "is an address \(wanted): without spaces, quotes and letters with accents" }
        let address = SourceAddress(text)
        guard let scheme = address.scheme, schemes.contains(scheme) else {
            return "starts with rtsp:// or rtsps://, or is a device, \(wanted); anything else is set in the file itself"
        }
        if let problem = address.problem { return problem }
        if address.credentials != nil || !SourceAddress.secrets(in: Array(text.utf8)).isEmpty {
            return "has a password in it: user and password have fields of their own"
        }
        return nil
    }

    static func isDevice(_ text: String) -> Bool {
        let start = "/dev/video"
        guard text.hasPrefix(start) else { return false }
        let number = text.dropFirst(start.count).utf8
        return (1...3).contains(number.count) && number.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Whether a password for the one may be told to the other: to the same host and port, by the same scheme.
    public static func isSamePlace(_ a: String, _ b: String) -> Bool { place(a) == place(b) }

    private static func place(_ text: String) -> String? {
        let location = SourceAddress(text).location
        guard let separator = location.firstRange(of: "://") else { return isDevice(location) ? location : nil }
        let host = location[separator.upperBound...].prefix { !"/?#".contains($0) }
        return location[..<separator.lowerBound].lowercased() + "://" + host.lowercased()
    }
}
