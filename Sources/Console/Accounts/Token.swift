import Records

/// 256 random bits that stand for a session or an invitation. Only the digest is kept: who reads the file cannot log in with it.
struct Token: Sendable {
    /// 64 hexadecimal digits.
    let text: String

    init() {
        var random = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in
            let digits = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Nil where the text is none.
    init?(_ text: String) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    var digest: String { Digest(of: text.utf8).description }
}
