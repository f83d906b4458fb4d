/// What the head of a picture file says, before anything decodes it: what it is, and how large. Only what cameras send: JPEG and PNG. All
/// else is refused here, lists of other files that FFmpeg would follow included.
struct PostedHead: Equatable {
    enum Kind: String {
        case jpg, png
    }

    let kind: Kind
    let width: Int
    let height: Int

    /// A frame of 8K has 33 million pixels; decoded, these take 100 MB.
    static let mostPixels = 34_000_000

    var isTooLarge: Bool {
        let (pixels, isOver) = width.multipliedReportingOverflow(by: height)
        return isOver || pixels > Self.mostPixels
    }

    /// Nil of what is none of both, or does not say how large it is.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self.init(jpeg: bytes)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init(png: bytes)
        } else {
            return nil
        }
    }

    private init?(_ kind: Kind, width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        (self.kind, self.width, self.height) = (kind, width, height)
    }

    /// ITU-T T.81, annex B: segments, each with its length, up to the frame's.
    private init?(jpeg bytes: [UInt8]) {
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // Any number of these may fill the space between.
            if marker == 0xFF {
                place += 1
                continue
            }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                self.init(
                    .jpg, width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
                return
            }
            // Its pixels, or its end, before it has said how large it is.
            if marker == 0xDA || marker == 0xD9 { return nil }
            place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
        return nil
    }

    /// Its first chunk has the size.
    private init?(png bytes: [UInt8]) {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        self.init(.png, width: number(16), height: number(20))
    }
}
