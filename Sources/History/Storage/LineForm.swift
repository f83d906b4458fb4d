/// How a history stores lines, which it gives back whole.
public enum LineForm: Sendable {
    /// As they stand in their log.
    case plain
    /// Packed, away from the database, while something else is stored (`LinePacker`).
    case packed
}
