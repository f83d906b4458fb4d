/// What stands before each part of an answer: a line of JSON. So many bytes follow it.
public struct PartHead: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case choices, problems, findings, verdict
        /// A JPEG of the pictures that are looked at, with its time.
        case frame
        /// A JPEG that findings refer to by its number.
        case picture
        /// Why there is no more: a text.
        case failure
        case end
    }

    public var part: Kind
    public var bytes: Int
    /// Milliseconds from the start of the source.
    public var at: Int?
    /// Of a picture.
    public var number: Int?

    public init(_ part: Kind, bytes: Int, at: Int? = nil, number: Int? = nil) {
        self.part = part
        self.bytes = bytes
        self.at = at
        self.number = number
    }
}

public struct Part: Sendable {
    public var head: PartHead
    public var bytes: [UInt8]

    public init(_ head: PartHead, bytes: [UInt8]) {
        self.head = head
        self.bytes = bytes
    }
}
