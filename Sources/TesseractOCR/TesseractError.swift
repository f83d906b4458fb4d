/// What was being done with Tesseract, and why it failed.
public struct TesseractError: Error, Equatable, CustomStringConvertible {
    public let action: String
    public let reason: String

    public var description: String { "\(action): \(reason)" }
}
