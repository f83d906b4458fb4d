import ALPR

/// The stage that a plate was lost in.
public enum Loss: Sendable, Hashable, CustomStringConvertible {
    /// No place that looks like a plate overlaps it.
    case notFound
    /// It was found, and not read for a reason of its place or size.
    case filtered(Rejection)
    /// It is read right from the labelled box and not from the one that was found.
    case crop
    /// It is not read right from the labelled box either, or that is not known.
    case reading
    /// It was read right at least once, and not agreed on or not let through.
    case vote(Rejection)
    /// It was agreed on, and taken for one that was reported before.
    case cooldown

    public var description: String {
        switch self {
        case .notFound: "not found"
        case .filtered(let reason): "filtered (\(reason.rawValue))"
        case .crop: "crop"
        case .reading: "reading"
        case .vote(let reason): "vote (\(reason.rawValue))"
        case .cooldown: "cooldown"
        }
    }

    /// From why the best candidate for a plate was turned down; nil where that says nothing about the stage.
    init?(_ rejection: Rejection, wasReadRight: Bool) {
        switch rejection {
        case .outsideROI, .cutOff, .tooSmall, .surplus, .clutter, .overlay: self = .filtered(rejection)
        case .cooldown where wasReadRight: self = .cooldown
        default:
            guard wasReadRight else { return nil }
            self = .vote(rejection)
        }
    }
}

/// A plate that was missed or read wrong, or a text that nobody showed: what a person wants to look at.
public struct Finding: Sendable {
    public var file: String
    /// Nil for a text that was accepted and is not there.
    public var truth: String?
    /// Nil where nothing was read.
    public var read: String?
    /// Nil for a text that is not there.
    public var loss: Loss?
    /// Seconds into a recording.
    public var position: Double?
    /// The place in the picture; empty where no picture was kept.
    public var crop: LumaImage
}
