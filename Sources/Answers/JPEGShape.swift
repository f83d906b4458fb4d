/// What the segments of a JPEG say before its picture begins. What the picture is, a browser decodes.
public enum JPEGShape {
    /// Of frames: the kinds that browsers show are baseline, extended and progressive.
    private static let frames: Set<UInt8> = [0xC0, 0xC1, 0xC2]
    private static let scan: UInt8 = 0xDA

    /// Whether bytes have the shape of a JPEG: its segments up to the picture, with a size among them, and its end.
    public static func fits(_ bytes: [UInt8]) -> Bool { size(of: bytes) != nil }

    /// The picture's size in pixels; nil of what has not the shape of a JPEG.
    public static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
        var place = 2
        var size: (width: Int, height: Int)?
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let kind = bytes[place + 1]
            let length = number(bytes, at: place + 2)
            guard 0xC0...0xFE ~= kind, length >= 2, place + 2 + length <= bytes.count else { return nil }
            if kind == scan { return size }
            if frames.contains(kind) {
                guard length >= 8 else { return nil }
                let (height, width) = (number(bytes, at: place + 5), number(bytes, at: place + 7))
                size = width > 0 && height > 0 ? (width, height) : nil
            }
            place += 2 + length
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }
}
