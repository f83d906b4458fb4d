/// Reads the files of misses as they lie in the folder. What is no line of them is passed over: a kill may leave a part of one.
public enum MissedReading {
    /// The hours of a day's tally.
    public static func tallies(_ bytes: [UInt8]) -> [TallyRecord] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            do { return try TallyRecord(line: Array(line)) } catch { return nil }
        }
    }
}
