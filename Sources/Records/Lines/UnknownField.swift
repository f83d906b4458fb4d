/// A field of a line that this program does not know: kept as it stands there, and written again in its place.
public struct UnknownField: Sendable, Equatable {
    /// With its quotes, and the escapes it was written with.
    public var name: [UInt8]
    /// JSON.
    public var value: [UInt8]
    /// The known field that it follows; nil where none stands before it.
    public var predecessor: String?

    public init(name: [UInt8], value: [UInt8], predecessor: String?) {
        self.name = name
        self.value = value
        self.predecessor = predecessor
    }
}
