/// The change made to a crop before an engine sees it.
public enum Preprocessing: String, Sendable, CaseIterable {
    /// Nothing: the plate model reads grey best.
    case grey
    /// The recipe found in most tutorials, for comparison: three times the size, then black and white by Otsu's threshold.
    case classic
}
