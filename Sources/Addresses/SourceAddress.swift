/// The address of a camera or a recording. User and password are kept apart, so that nothing can print them by accident.
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
    /// Whether nobody can tell where its password ends.
    private var isAmbiguous = false

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
        guard scheme != "file", let (at, isAmbiguous) = Self.endOfUser(in: rest), at > rest.startIndex else {
            // FFmpeg knows schemes in small letters alone.
            location = kind == .network ? "\(scheme)://\(rest)" : text
            credentials = nil
            return
        }
        self.isAmbiguous = isAmbiguous
        let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        credentials = Credentials(
            user: Self.percentDecoded(parts[0]), password: parts.count > 1 ? Self.percentDecoded(parts[1]) : "")
        location = scheme + "://" + rest[rest.index(after: at)...]
    }

    /// The @ that ends user and password, and whether it could as well be another.
    ///
    /// A password may itself contain an @, a slash and anything else that was not escaped; a host cannot. So the @ is one with a
    /// host behind it that ends at a path: of several the first whose host has a number or a port, and where none has, nobody
    /// knows which: then everything up to the last of them may be the password.
    private static func endOfUser(in rest: Substring) -> (at: Substring.Index, isAmbiguous: Bool)? {
        let authority = rest.prefix { !"/?#".contains($0) }
        let colon = rest.firstIndex(of: ":") ?? rest.endIndex
        // Without a password there is no telling, and nothing to hide.
        if let at = authority.lastIndex(of: "@"), at < colon || rest.index(after: colon) == at { return (at, false) }
        if !authority.contains("@"), !authority.contains(":") || isHost(authority) { return nil }
        let ends = rest.indices.filter { rest[$0] == "@" && $0 > colon && isHost(host(after: $0, in: rest)) }
        if let sure = ends.first(where: { isSurelyHost(host(after: $0, in: rest)) }) { return (sure, false) }
        return ends.last.map { ($0, ends.count > 1) } ?? authority.lastIndex(of: "@").map { ($0, false) }
    }

    /// What stands between an @ and the path, or the next @.
    private static func host(after at: Substring.Index, in rest: Substring) -> Substring {
        let behind = rest[rest.index(after: at)...]
        let host = behind.prefix { !"/?#@".contains($0) }
        return host.endIndex < behind.endIndex && behind[host.endIndex] == "@" ? "" : host
    }

    /// Whether it can hardly be a part of a password: a number, or a name with a port.
    private static func isSurelyHost(_ text: Substring) -> Bool {
        if text.contains(":") || text == "localhost" { return true }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
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
            && name.utf8.allSatisfy {
                PercentEncoding.unreserved.contains($0) || $0 >= 0x80 || isNumber && "[:]%".utf8.contains($0)
            }
    }

    /// The address with user and password in it, percent-encoded: for the library that connects, and for nobody else.
    public var withCredentials: String {
        guard let credentials, let separator = location.firstRange(of: "://") else { return location }
        let user = credentials.user.percentEncoded
        let password = credentials.password.percentEncoded
        return location[..<separator.upperBound] + "\(user):\(password)@" + location[separator.upperBound...]
    }

    /// Whether a user and a password can be told to what is there.
    public var takesCredentials: Bool { kind != .device && scheme != nil && scheme != "file" }

    public var scheme: String? {
        location.firstRange(of: "://").map { location[..<$0.lowerBound].lowercased() }
    }

    /// Returns why nothing can ever be read there; nil for an address that may be right.
    public var problem: String? {
        if isAmbiguous {
            return
                "nobody can tell where its password ends, since an @ stands behind a slash: write the password's @ as %40 and "
                + "its / as %2F, or keep it out of the address, in source.user and source.password"
        }
        if location.isEmpty { return "it is empty: a camera has an address, and a recording a path" }
        guard kind == .network, let separator = location.firstRange(of: "://") else { return nil }
        let authority = location[separator.upperBound...].prefix { !"/?#".contains($0) }
        let isNumber = authority.hasPrefix("[")
        let end = authority.firstIndex(of: isNumber ? "]" : ":")
        if let end, end > authority.startIndex {
            let port = authority[(isNumber ? authority.index(after: end) : end)...].dropFirst()
            if port.isEmpty || UInt16(port).map({ $0 > 0 }) ?? false { return nil }
            if port.contains(":") {
                return
                    "an address of IPv6 stands in [], as in \(location[..<separator.lowerBound])://[2001:db8::1]/stream"
            }
            return "its port is \(port). A port is a number from 1 to 65535"
        }
        guard authority.isEmpty || end != nil || isNumber else { return nil }
        return "it names no host; a camera's address is like \(location[..<separator.lowerBound])://192.0.2.10/stream"
    }

    /// The address with stars for its secrets: the password, and parameters that are named for one.
    public var description: String {
        guard let credentials, let separator = location.firstRange(of: "://") else {
            return AddressSecrets(of: location).hidden(in: location)
        }
        let rest = String(location[separator.upperBound...])
        let isPlain = AddressSecrets(of: credentials.user).ranges.isEmpty
        let user = isPlain ? credentials.user.percentEncoded : "***"
        return location[..<separator.upperBound] + "\(user):***@"
            + AddressSecrets(of: rest).hidden(in: rest)
    }

    public var debugDescription: String { description }

    /// The address without user and password, and with stars for other secrets.
    public var printableLocation: String { AddressSecrets(of: location).hidden(in: location) }

    /// The recording's name in events: a file by its very name, anything else without its secrets.
    public var recordingName: String { scheme == nil ? location : description }

    /// Where secrets stand in a text, in UTF-8, that is or was meant to be an address.
    public static func secrets(in text: [UInt8]) -> [Range<Int>] { AddressSecrets(of: text).ranges }

    /// `text` with stars for this address's secrets, however they are written.
    public func scrubbed(_ text: String) -> String {
        var secrets = [(secret: withCredentials, shown: description), (location, printableLocation)]
            .filter { $0.secret != $0.shown }
        let values = [location, credentials?.user ?? ""].flatMap { AddressSecrets(of: $0).values(in: $0) }
            .filter(SecretText.isUnmistakable)
        secrets += values.flatMap { [$0, Self.percentDecoded($0)] }.map { ($0, "***") }
        if let credentials, !credentials.password.isEmpty {
            let password = credentials.password
            let written = [password, password.percentEncoded]
            // As a server is told it, too.
            secrets.append((Self.base64("\(credentials.user):\(password)"), "***"))
            if SecretText.isUnmistakable(password) {
                secrets += written.map { ($0, "***") }
            } else {
                secrets += written.map { (":\($0)@", ":***@") }
            }
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
