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

        /// The user, with stars where a secret was written there.
        public var printableUser: String { AddressSecrets(of: user).hidden(in: user) }
        public var description: String { "\(printableUser):***" }
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
        kind = Self.liveSchemes.contains(scheme) ? .network : .file
        // A user of no name is how FFmpeg writes a multicast group: udp://@239.0.0.1.
        guard scheme != "file", let at = Self.endOfUser(in: rest), at > rest.startIndex else {
            location = text
            credentials = nil
            return
        }
        let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        credentials = Credentials(
            user: Self.percentDecoded(parts[0]), password: parts.count > 1 ? Self.percentDecoded(parts[1]) : "")
        location = scheme + "://" + rest[rest.index(after: at)...]
    }

    /// The @ that ends user and password.
    ///
    /// A password may itself contain an @ that was not escaped; a host cannot. It may contain a slash, too: then what stands before
    /// that is no host with a port, and what stands after the @ is.
    private static func endOfUser(in rest: Substring) -> Substring.Index? {
        func end(of part: Substring) -> Substring.Index { part.firstIndex { "/?#".contains($0) } ?? part.endIndex }
        let authority = rest[..<end(of: rest)]
        if let at = authority.lastIndex(of: "@") { return at }
        if !authority.contains(":") || isHost(authority) { return nil }
        // A host ends at the path; a part without one goes on to the next @, unless it is the last.
        let parts = rest.split(separator: "@", omittingEmptySubsequences: false).dropFirst()
        let host = parts.indices.first { index in
            let host = parts[index][..<end(of: parts[index])]
            return (host.endIndex < parts[index].endIndex || index == parts.endIndex - 1) && isHost(host)
        }
        return host.map { rest.index(before: parts[$0].startIndex) }
    }

    /// Whether it is the name or the number of a host, perhaps with a port.
    private static func isHost(_ text: Substring) -> Bool {
        var name = text
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            guard UInt16(text[text.index(after: colon)...]) != nil else { return false }
            name = text[..<colon]
        }
        let isNumber = name.hasPrefix("[") && name.hasSuffix("]")
        return !name.isEmpty
            && name.utf8.allSatisfy { unreserved.contains($0) || $0 >= 0x80 || isNumber && "[:]%".utf8.contains($0) }
    }

    /// The address with user and password in it, percent-encoded: for the library that connects, and for nobody else.
    public var withCredentials: String {
        guard let credentials, let separator = location.firstRange(of: "://") else { return location }
        let user = Self.percentEncoded(credentials.user)
        let password = Self.percentEncoded(credentials.password)
        return location[..<separator.upperBound] + "\(user):\(password)@" + location[separator.upperBound...]
    }

    /// Whether a user and a password can be told to what is there.
    public var takesCredentials: Bool { kind != .device && scheme != nil && scheme != "file" }

    public var scheme: String? {
        location.firstRange(of: "://").map { location[..<$0.lowerBound].lowercased() }
    }

    /// What is wrong with it whoever answers there; nil where nothing is.
    public var problem: String? {
        guard kind == .network, let separator = location.firstRange(of: "://") else { return nil }
        let authority = location[separator.upperBound...].prefix { !"/?#".contains($0) }
        guard authority.isEmpty || authority.hasPrefix(":") else { return nil }
        return "it names no host; a camera's address is like \(location[..<separator.lowerBound])://192.0.2.10/stream"
    }

    /// The address with stars for its secrets: the password, and parameters that are named for one.
    public var description: String {
        guard let credentials, let separator = location.firstRange(of: "://") else {
            return AddressSecrets(of: location).hidden(in: location)
        }
        let rest = String(location[separator.upperBound...])
        let isPlain = AddressSecrets(of: credentials.user).ranges.isEmpty
        let user = isPlain ? Self.percentEncoded(credentials.user) : "***"
        return location[..<separator.upperBound] + "\(user):***@"
            + AddressSecrets(of: rest).hidden(in: rest)
    }

    public var debugDescription: String { description }

    /// The address without user and password, and with stars for other secrets.
    public var printableLocation: String { AddressSecrets(of: location).hidden(in: location) }

    /// What events call a recording: a file by its very name, anything else without its secrets.
    public var recordingName: String { scheme == nil ? location : description }

    /// Where secrets stand in a text, in UTF-8, that is or was meant to be an address.
    public static func secrets(in text: [UInt8]) -> [Range<Int>] { AddressSecrets(of: text).ranges }

    /// `text` with stars for this address's secrets, however they are written.
    public func scrubbed(_ text: String) -> String {
        var secrets = [(secret: withCredentials, shown: description), (location, printableLocation)]
            .filter { $0.secret != $0.shown }
        // A shorter value of a parameter would take words out of a line that has nothing to do with it.
        let values = [location, credentials?.user ?? ""].flatMap { AddressSecrets(of: $0).values(in: $0) }
            .filter { $0.utf8.count >= 4 }
        secrets += values.flatMap { [$0, Self.percentDecoded($0)] }.map { ($0, "***") }
        if let credentials, !credentials.password.isEmpty {
            let password = credentials.password
            // As a server is told it, too.
            let token = Self.base64("\(credentials.user):\(password)")
            secrets += [token, password, Self.percentEncoded(password)].map { ($0, "***") }
        }
        // The longest first: one may be a part of another.
        return secrets.sorted { $0.secret.utf8.count > $1.secret.utf8.count }.reduce(text) {
            $0.replacing($1.secret, with: $1.shown)
        }
    }

    /// RFC 4648.
    static func base64(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 3).reduce(into: "") { result, start in
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[start + $1]) : 0) }
            for place in 0..<4 {
                result.append(place <= part.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
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
