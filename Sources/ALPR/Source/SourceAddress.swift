/// Where a camera or a recording is, with its user and password kept apart so that nothing can print them by accident.
public struct SourceAddress: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// A file, an image sequence, or anything else on disk.
        case file
        /// A stream from the network, in real time.
        case network
        /// A Video4Linux device.
        case device
    }

    /// A user and a password; prints as stars.
    public struct Credentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
        public var user: String
        public var password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        public var description: String { "\(user):***" }
        public var debugDescription: String { description }
    }

    /// The address without user and password.
    public let location: String
    public let kind: Kind
    public var credentials: Credentials?

    private static let liveSchemes: Set<String> = [
        "rtsp", "rtsps", "rtmp", "rtmps", "rtp", "udp", "srt", "http", "https",
    ]

    /// Takes a user and password out of `text` where it is a URL that has them.
    public init(_ text: String) {
        guard let separator = text.firstRange(of: "://") else {
            location = text
            kind = text.hasPrefix("/dev/") ? .device : .file
            credentials = nil
            return
        }
        let scheme = text[..<separator.lowerBound].lowercased()
        if scheme == "v4l2" {
            location = String(text[separator.upperBound...])
            kind = .device
            credentials = nil
            return
        }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        kind = Self.liveSchemes.contains(scheme) ? .network : .file
        // A password may itself contain an @ that was not escaped; a host cannot.
        guard kind == .network, let at = authority.lastIndex(of: "@") else {
            location = text
            credentials = nil
            return
        }
        let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        credentials = Credentials(
            user: Self.percentDecoded(parts[0]), password: parts.count > 1 ? Self.percentDecoded(parts[1]) : "")
        location = scheme + "://" + rest[rest.index(after: at)...]
    }

    /// The address with user and password in it, percent-encoded: for the library that connects, and for nobody else.
    public var withCredentials: String {
        guard let credentials, let separator = location.firstRange(of: "://") else { return location }
        let user = Self.percentEncoded(credentials.user)
        let password = Self.percentEncoded(credentials.password)
        return location[..<separator.upperBound] + "\(user):\(password)@" + location[separator.upperBound...]
    }

    public var scheme: String? {
        location.firstRange(of: "://").map { location[..<$0.lowerBound].lowercased() }
    }

    /// The address with a password replaced by stars.
    public var description: String {
        guard let credentials, let separator = location.firstRange(of: "://") else { return location }
        return location[..<separator.upperBound] + "\(credentials.user):***@" + location[separator.upperBound...]
    }

    public var debugDescription: String { description }

    /// `text` with this address's password, plain or percent-encoded, replaced by stars.
    public func scrubbed(_ text: String) -> String {
        guard let password = credentials?.password, !password.isEmpty else { return text }
        var clean = text
        for secret in [withCredentials, password, Self.percentEncoded(password)] {
            clean = clean.replacing(secret, with: secret == withCredentials ? description : "***")
        }
        return clean
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    static func percentEncoded(_ text: String) -> String {
        let hex = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            if unreserved.contains(byte) {
                result.append(Character(UnicodeScalar(byte)))
            } else {
                result.append("%")
                result.append(hex[Int(byte >> 4)])
                result.append(hex[Int(byte & 15)])
            }
        }
    }

    static func percentDecoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
