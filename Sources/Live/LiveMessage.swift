/// What a scanner sends to who watches: a head in JSON, and the picture it is about, where there is one.
///
/// On the wire: the length of the head and that of the picture, four bytes each, the most significant first; then both.
public struct LiveMessage: Sendable, Equatable {
    /// Bytes before the head.
    public static let prefix = 8
    /// More than that is none of ours.
    public static let largestHead = 1 << 20
    public static let largestPicture = 1 << 24

    public var head: [UInt8]
    /// A JPEG; empty where there is no picture.
    public var picture: [UInt8]

    public init(head: [UInt8], picture: [UInt8] = []) {
        self.head = head
        self.picture = picture
    }

    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.prefix + head.count + picture.count)
        for length in [head.count, picture.count] {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
        }
        bytes += head
        bytes += picture
        return bytes
    }

    /// Whether these are lengths that a message may have.
    public static func allows(head: Int, picture: Int) -> Bool {
        (1...largestHead).contains(head) && (0...largestPicture).contains(picture)
    }
}
