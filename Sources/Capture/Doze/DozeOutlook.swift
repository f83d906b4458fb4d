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

extension DozeOutlook {
    /// For people.
    public var text: String {
        switch self {
        case .dozes: "possible: with source.doze: auto most pictures need not be decoded while nothing happens"
        case .dozesLightly:
            "possible: with source.doze: auto most pictures need not be decoded while nothing happens; there is noise in the "
                + "stream, so every key frame is looked at"
        case .stays(let reason): "not possible: \(reason.complaint ?? "every picture has to be decoded")"
        case .unknown: "not known yet: it shows after some seconds in which nothing moves (--seconds looks for longer)"
        }
    }
}
