import ALPR
import Capture

/// A second configuration that looks at the frames of the running one: how its parts are made, each on the shadow's queue.
public struct ShadowOffer: Sendable {
    public var recogniser: @Sendable () throws -> Recogniser
    public var diary: @Sendable () throws -> ShadowDiary
    /// Which frames it looks at; those that the running configuration leaves out it does not see.
    public var gate: FrameGate
    /// A recording waits for it; else it gives way to everything.
    public var isRecording: Bool

    public init(
        recogniser: @escaping @Sendable () throws -> Recogniser, diary: @escaping @Sendable () throws -> ShadowDiary,
        gate: FrameGate, isRecording: Bool
    ) {
        self.recogniser = recogniser
        self.diary = diary
        self.gate = gate
        self.isRecording = isRecording
    }
}
