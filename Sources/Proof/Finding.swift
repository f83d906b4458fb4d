/// Something in a log, or among its pictures, that is not as it was written.
public struct Finding: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case changed
        case missing
        case changedOrMissing = "changed_or_missing"
        case putIn = "put_in"
        case outOfOrder = "out_of_order"
        case twice
        /// The chain begins anew amid the log.
        case begunAnew = "begun_anew"
        /// The log ends amid a line.
        case halfLine = "half_line"
        /// Lines amid the chain that are not part of it.
        case unchained
        case seal
        case otherKey = "other_key"
        /// Nobody vouches that a line was forgotten: it may stand for lines that were made up.
        case forgotten
        /// What was handed out before is not in the log.
        case sealMissing = "seal_missing"
        case pictureChanged = "picture_changed"
        case pictureMissing = "picture_missing"
        case unreadable
        /// The log has no beginning or no end, and was said to have them.
        case incomplete
        /// There is no line of a scanner in it: nothing that could be proven.
        case empty
    }

    public var kind: Kind
    public var place: Place
    /// The last line that it is about; `place.line` where it is one.
    public var lastLine: Int
    /// For people: a sentence without the place.
    public var text: String

    init(_ kind: Kind, at place: Place, upTo lastLine: Int? = nil, _ text: String) {
        self.kind = kind
        self.place = place
        self.lastLine = lastLine ?? place.line
        self.text = text
    }
}
