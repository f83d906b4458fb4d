import ALPR

/// In a failed expectation a million pixels help nobody.
extension LumaImage: CustomStringConvertible {
    public var description: String { "\(width) × \(height) pixels" }
}
