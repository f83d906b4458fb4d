import ALPR
import Capture

/// A source whose frames a test has written down.
public struct ScriptedSource: VideoSource, Sendable {
    public let isLive: Bool
    private let script: @Sendable (Int) throws -> Frame?
    private var next = 0

    /// - Parameter script: the frame of the given number, counted from 0; nil where the recording ends. What it throws,
    ///   the source throws; the call after that asks for the next number.
    public init(isLive: Bool = false, script: @escaping @Sendable (Int) throws -> Frame?) {
        self.isLive = isLive
        self.script = script
    }

    /// - Parameter failure: thrown in place of the frame of the given number, counted from 0; at the number of frames, in place
    ///   of the end.
    public init(_ frames: [Frame], isLive: Bool = false, failure: (at: Int, error: any Error)? = nil) {
        self.init(isLive: isLive) { number in
            if let failure, failure.at == number { throw failure.error }
            return frames.indices.contains(number) ? frames[number] : nil
        }
    }

    public mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        while true {
            let number = next
            next += 1
            guard let frame = try script(number) else { return nil }
            if admits(frame.time) { return frame }
        }
    }
}
