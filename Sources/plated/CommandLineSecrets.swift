import ALPR

#if canImport(Glibc)
    import Glibc
#endif

/// Keeps a password that came in a URL on the command line out of `ps`.
enum CommandLineSecrets {
    /// Overwrites the passwords in the process's own arguments, in place, with stars.
    static func hide() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let text = String(cString: argument)
            guard let start = text.passwordRange else { continue }
            for offset in start { argument[offset] = CChar(UInt8(ascii: "*")) }
        }
    }
}

extension String {
    /// Where, in bytes, a URL's password stands; nil where there is none.
    fileprivate var passwordRange: Range<Int>? {
        guard SourceAddress(self).credentials != nil else { return nil }
        let bytes = Array(utf8)
        let colon = UInt8(ascii: ":")
        let slash = UInt8(ascii: "/")
        guard let scheme = bytes.indices.first(where: { bytes[$0...].starts(with: [colon, slash, slash]) }) else {
            return nil
        }
        let start = scheme + 3
        let authorityEnd = bytes[start...].firstIndex { [slash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let authority = bytes[start..<(authorityEnd ?? bytes.endIndex)]
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
            let separator = authority[..<at].firstIndex(of: colon)
        else { return nil }
        return (separator + 1)..<at
    }
}
