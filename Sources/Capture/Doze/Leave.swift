/// What whoever reads a source lets it leave out while nothing happens.
public enum Leave: Sendable, Equatable {
    /// Nothing: every picture is to be decoded, and why.
    case nothing(Wakefulness.Reason)
    /// What comes between key frames, where these come as often as the whole of a still picture is looked at. Something is seen that was
    /// hardly looked at yet.
    case betweenCloseKeyFrames
    /// What comes between key frames. Something is seen that may be read yet, and is to be looked at as often as if all were decoded.
    case betweenKeyFrames
    /// Of key frames that come close together some, too.
    case keyFrames

    /// Whether something is in view that may be read yet.
    public var isUndecided: Bool { self == .nothing(.undecided) }

    /// Why every picture is to be decoded; nil where some need not be.
    public var objection: Wakefulness.Reason? {
        if case .nothing(let reason) = self { reason } else { nil }
    }
}
