/// Why a candidate did not become an event. A closed list: every candidate ends accepted or with exactly one of these.
public enum Rejection: String, Sendable, CaseIterable {
    /// Its centre lies outside the region of interest, or in no lane where there are some.
    case outsideROI = "outside_roi"
    /// Its characters touch the edge of the picture, of the region of interest, or of the part that had changed and was looked at:
    /// part of it may be outside. Or it is one row of a plate that has two.
    case cutOff = "cut_off"
    /// Its characters are lower than the minimum text height.
    case tooSmall = "too_small"
    /// The same place looked like a plate before and did not read like one; it is looked at again a little later.
    case clutter
    /// White, level and unmoved: text that the camera draws into its picture, such as its clock.
    case overlay
    /// There were more places that look like a plate than are read in one frame, and better ones.
    case surplus
    /// Another candidate of the same frame covers the same place and reads better.
    case overlap
    /// No character was read.
    case unread
    /// Too few or too many characters.
    case length
    /// Not enough letters or digits to be a plate.
    case implausible
    /// The reading was too unsure to vote.
    case lowConfidence = "low_confidence"
    /// Only the largest plate of the frame, or of each lane, is wanted, and this was not it.
    case notLargest = "not_largest"
    /// Its vehicle went where its lane does not count it.
    case direction
    /// Its track agreed on a text that fits none of the configured formats.
    case format
    /// Its track agreed on a text that is less probably right than the configuration wants.
    case improbable
    /// Its track ended before enough frames agreed.
    case noAgreement = "no_agreement"
    /// Its track agreed on another text.
    case outvoted
    /// Its track has already been reported.
    case reported
    /// The same plate was reported a short while ago.
    case cooldown
}
