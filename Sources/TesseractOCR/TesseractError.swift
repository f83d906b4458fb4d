import Basics

/// A call of Tesseract that failed: what was being done, and why it failed.
public struct TesseractError: ToldError, Equatable {
    public let action: String
    public let reason: String

    public var status: ExitStatus { .configuration }
}
