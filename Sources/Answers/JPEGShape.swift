/// Whether bytes have the shape of a JPEG: its segments up to the picture, with a size among them, and its end. What the picture is, a
/// browser decodes.
public enum JPEGShape {
    /// Of frames: the kinds that browsers show are baseline, extended and progressive.
    private static let frames: Set<UInt8> = [0xC0, 0xC1, 0xC2]
    private static let scan: UInt8 = 0xDA

    public static func fits(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return false }
        var place = 2
        var hasSize = false
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let kind = bytes[place + 1]
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard 0xC0...0xFE ~= kind, length >= 2, place + 2 + length <= bytes.count else { return false }
            if kind == scan { return hasSize }
            if frames.contains(kind) {
                guard length >= 8 else { return false }
                let sides = bytes[(place + 5)...(place + 8)]
                hasSize = sides.prefix(2).contains { $0 > 0 } && sides.suffix(2).contains { $0 > 0 }
            }
            place += 2 + length
        }
        return false
    }
}
