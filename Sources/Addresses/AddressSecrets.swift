/// Finds the secrets in a text that is an address, or was meant to be one, for whatever prints it.
///
/// Reads more for a secret than a URL's grammar does: what stands before the last @, since people write passwords without escaping
/// them, and the values of parameters that are named for a password, which many cameras take in the path or the query.
struct AddressSecrets {
    /// In UTF-8 offsets, in order.
    let ranges: [Range<Int>]

    private static let names = [
        "password", "passwd", "passphrase", "pass", "pwd", "psw", "pw", "secret", "token", "access_token", "auth",
        "apikey",
        "api_key", "key", "sessionid", "session", "credential", "credentials",
    ].map { Array($0.utf8) }
    private static let separators = Set("/?&;_,!".utf8)
    private static let ends = Set("&;#/?, \t\r\n".utf8)

    init(of text: String) { self.init(of: Array(text.utf8)) }

    init(of bytes: [UInt8]) {
        let found = ([Self.userPart(bytes)].compactMap { $0 } + Self.parameters(bytes)).sorted {
            $0.lowerBound < $1.lowerBound
        }
        ranges = found.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// The text with stars for its secrets.
    func hidden(in text: String) -> String {
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var place = 0
        for range in ranges {
            shown += bytes[place..<range.lowerBound] + Array("***".utf8)
            place = range.upperBound
        }
        return String(decoding: shown + bytes[place...], as: UTF8.self)
    }

    func values(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// From the first colon to the last @ after the scheme; without an @, what is no port.
    private static func userPart(_ bytes: [UInt8]) -> Range<Int>? {
        let colon = UInt8(ascii: ":")
        let slash = UInt8(ascii: "/")
        let scheme = bytes.indices.first { bytes[$0...].starts(with: [colon, slash, slash]) }
        // A path is a file's name, whatever stands in it.
        if scheme == nil, let first = bytes.first, first == slash || first == UInt8(ascii: ".") { return nil }
        if let scheme, bytes[..<scheme].elementsEqual("file".utf8) { return nil }
        let start = scheme.map { $0 + 3 } ?? 0
        guard let at = bytes[start...].lastIndex(of: UInt8(ascii: "@")) else {
            return scheme.flatMap { _ in noPort(bytes[start...]) }
        }
        guard let first = bytes[start..<at].firstIndex(of: colon) else { return nil }
        return first + 1 < at ? first + 1..<at : nil
    }

    /// What stands where a port does and is none, as in `rtsp://cam:password` whose @ and host were forgotten.
    private static func noPort(_ rest: ArraySlice<UInt8>) -> Range<Int>? {
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        // A number of a host has colons of its own.
        let number = authority.first == UInt8(ascii: "[") ? authority.firstIndex(of: UInt8(ascii: "]")) : nil
        guard let first = authority[(number ?? authority.startIndex)...].firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let port = authority[(first + 1)...]
        let isPort = port.count <= 5 && port.allSatisfy { 0x30...0x39 ~= $0 }
        return isPort ? nil : first + 1..<authority.endIndex
    }

    /// The values of `password=…`, `pwd=…` and the like.
    private static func parameters(_ bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for equals in bytes.indices where bytes[equals] == UInt8(ascii: "=") {
            guard names.contains(where: { isNamed($0, bytes, before: equals) }) else { continue }
            let start = equals + 1
            let end = bytes[start...].firstIndex { ends.contains($0) } ?? bytes.endIndex
            let stop = nextParameter(bytes, in: start..<end) ?? end
            if start < stop, start >= found.last?.upperBound ?? 0 { found.append(start..<stop) }
        }
        return found
    }

    private static func isNamed(_ name: [UInt8], _ bytes: [UInt8], before equals: Int) -> Bool {
        let start = equals - name.count
        guard start >= 0, zip(bytes[start..<equals], name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { return false }
        return start == 0 || separators.contains(bytes[start - 1])
    }

    /// Where `_channel=1` begins in `tlJwpbo6_channel=1`: some cameras separate by underscores.
    private static func nextParameter(_ bytes: [UInt8], in range: Range<Int>) -> Int? {
        guard let equals = bytes[range].firstIndex(of: UInt8(ascii: "=")), equals > range.lowerBound else { return nil }
        return bytes[range.lowerBound..<equals].lastIndex(of: UInt8(ascii: "_"))
    }
}
