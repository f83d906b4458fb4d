/// The names of the files in a camera's folder of shadows: of each day (UTC) what both configurations reported, and how that differs.
///
///     2026-11-22.ndjson   2026-11-22.txt
public enum ShadowFiles {
    public static func day(of time: WallTime) -> String { MissedFiles.day(of: time) }

    public static func lines(of day: String) -> String { "\(day).ndjson" }

    public static func report(of day: String) -> String { "\(day).txt" }

    /// The day that a name in the folder belongs to; nil of what is not ours.
    public static func day(ofName name: String) -> String? {
        let day = String(name.prefix(10))
        return MissedFiles.isDay(day) && [".ndjson", ".txt"].contains(name.dropFirst(10)) ? day : nil
    }
}
