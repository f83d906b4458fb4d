import Basics

/// What was being done with a net or with ONNX Runtime, why it failed, and what to do.
public struct ONNXError: ToldError, Equatable {
    public let action: String
    public let reason: String

    public var status: ExitStatus { .configuration }
}
