import Basics

/// What was being done with Tesseract, and why it failed.
public struct TesseractError: ToldError, Equatable {
    public let action: String
    public let reason: String

    public var status: ExitStatus { .configuration }
}
