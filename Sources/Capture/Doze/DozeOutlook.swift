/// What is known of whether a stream can be dozed through while nothing happens.
public enum DozeOutlook: Sendable, Equatable {
    /// It can.
    case dozes
    /// It can, and every key frame is looked at: what moves shows late against the noise.
    case dozesLightly
    /// Every picture is decoded, and why.
    case stays(Wakefulness.Reason)
    /// It was not still for long enough.
    case unknown
}
