#if canImport(Glibc)
    import Glibc
#endif

/// How long one key gives a plate's pseudonym: to the end of a day or of a week, at midnight of the machine's own time zone.
public enum PseudonymPeriod: String, Sendable, CaseIterable {
    case day
    /// From Monday on.
    case week

    /// The period that a moment lies in, by its first day, such as `day 2026-11-22`.
    func name(at time: WallTime) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(rawValue) of \(time)" }
        if self == .week {
            // Noon, so that no change of the clocks makes another day of it.
            parts.tm_mday -= (parts.tm_wday + 6) % 7
            parts.tm_hour = 12
            parts.tm_isdst = -1
            _ = mktime(&parts)
        }
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(rawValue) \(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }
}
