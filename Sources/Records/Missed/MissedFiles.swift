/// The names of the files in a camera's folder of misses: of each day (UTC) the ledger, its tally, and a folder of crops.
///
///     2026-11-22.ndjson   2026-11-22.tally.ndjson   2026-11-22/01M7….jpg
public enum MissedFiles {
    /// `2026-11-22`.
    public static func day(of time: WallTime) -> String { String(time.description.prefix(10)) }

    public static func ledger(of day: String) -> String { "\(day).ndjson" }

    public static func tally(of day: String) -> String { "\(day).tally.ndjson" }

    public static func crop(of id: String, on day: String) -> String { "\(day)/\(id).jpg" }

    /// The day that a name in the folder belongs to, be it a file or the day's folder; nil of what is not ours.
    public static func day(ofName name: String) -> String? {
        let day = String(name.prefix(10))
        guard isDay(day), ["", ".ndjson", ".tally.ndjson"].contains(name.dropFirst(10)) else { return nil }
        return day
    }

    /// Whether a name in a day's folder is a crop's.
    public static func isCrop(_ name: String) -> Bool {
        name.utf8.count == 30 && name.hasSuffix(".jpg") && isID(String(name.dropLast(4)))
    }

    public static func isID(_ text: String) -> Bool {
        text.utf8.count == 26 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
    }

    private static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.indices.allSatisfy { $0 == 4 || $0 == 7 ? bytes[$0] == 0x2D : 0x30...0x39 ~= bytes[$0] }
    }

    /// The moment that an identifier was made at; nil where it is none.
    public static func time(ofID id: String) -> WallTime? {
        guard isID(id) else { return nil }
        let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        var value: Int64 = 0
        for byte in id.utf8.prefix(10) {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            value = value << 5 | Int64(digit)
        }
        return WallTime(milliseconds: value)
    }
}
