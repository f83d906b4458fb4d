import Basics

/// A failure of a net or of ONNX Runtime: what was being done, why it failed, and what to do.
public struct ONNXError: ToldError, Equatable {
    public let action: String
    public let reason: String
    /// Whether the runtime is not there at all.
    public var isAbsence = false

    public var status: ExitStatus { .configuration }
}
