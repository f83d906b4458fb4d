/// A short stand-in for some bytes: tells them from others, as far as nobody sets out to deceive.
struct Fingerprint: Hashable, Sendable {
    /// Bytes of a line that are looked at, at most: all that tells one log from another, since its first line has an
    /// identifier or a time in it.
    static let reach = 256

    /// How many bytes it stands for.
    let length: Int
    /// FNV-1a, 64 bits.
    let hash: UInt64

    init(_ bytes: some Collection<UInt8>) {
        length = bytes.count
        hash = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = Int(parts[0]), (0...Self.reach).contains(length),
            let hash = UInt64(parts[1], radix: 16)
        else { return nil }
        self.length = length
        self.hash = hash
    }

    var text: String { "\(length):\(String(hash, radix: 16))" }
}
