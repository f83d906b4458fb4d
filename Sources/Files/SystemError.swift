#if canImport(Glibc)
    import Glibc
#endif

/// What the system said when a call failed.
public struct SystemError: Error, Equatable, Sendable {
    public let number: Int32
    private let own: String?

    /// - Parameter reason: for people; by default the system's own words.
    public init(_ number: Int32 = errno, reason: String? = nil) {
        self.number = number
        own = reason
    }

    public var reason: String { own ?? String(cString: strerror(number)) }

    /// Whether another process holds the file.
    public var isTaken: Bool { number == EWOULDBLOCK }
}
