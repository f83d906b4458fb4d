/// Bytes in somebody else's memory, such as a decoder's, which stay as they are until they are let go of.
public final class HeldBytes: Sendable {
    public let count: Int
    /// Of the first byte.
    private let address: UInt
    private let letGo: @Sendable () -> Void

    /// - Parameters:
    ///   - bytes: nobody writes to them before `letGo` is called.
    ///   - letGo: called once, on whatever thread lets go of them last.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, letGo: @escaping @Sendable () -> Void) {
        count = bytes.count
        address = UInt(bitPattern: bytes.baseAddress)
        self.letGo = letGo
    }

    deinit { letGo() }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        // Held until the body is through with them.
        try withExtendedLifetime(self) {
            try body(UnsafeBufferPointer(start: UnsafePointer(bitPattern: address), count: count))
        }
    }

    subscript(index: Int) -> UInt8 { withBytes { $0[index] } }
}
