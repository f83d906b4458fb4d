import Answers

/// Times of the week, such as `mon-fri 07:00-18:00; sat 08:00-12:00`.
public struct WeeklyHours: Hashable, Sendable {
    /// In minutes since the week began (Monday, midnight), ascending; one that reaches over the end of the week goes on at its beginning.
    private let spans: [Range<Int>]
    /// As it was written.
    public let text: String

    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let day = 24 * 60
    private static let week = 7 * day

    public static let example = "mon-fri 07:00-18:00; sat 08:00-12:00"

    /// Nil where it is something else.
    public init?(_ text: String) {
        var spans: [Range<Int>] = []
        for part in text.lowercased().split(separator: ";") {
            let words = part.split(separator: " ")
            guard words.count == 2, let days = Self.days(words[0]), let times = Self.times(words[1]) else { return nil }
            for day in days {
                let start = day * Self.day + times.start
                // Until the next day, where it ends before it begins.
                let end = day * Self.day + times.end + (times.end <= times.start ? Self.day : 0)
                spans.append(start..<min(end, Self.week))
                if end > Self.week { spans.append(0..<end - Self.week) }
            }
        }
        guard !spans.isEmpty else { return nil }
        self.spans = spans
        self.text = text
    }

    public func contains(_ clock: ClockTime) -> Bool {
        // 1 January 1970 was a Thursday.
        let weekday = ((clock.day + 3) % 7 + 7) % 7
        let ofDay = clock.milliseconds - Int64(clock.day) * 86_400_000
        let minute = weekday * Self.day + Int(ofDay / 60_000)
        return spans.contains { $0.contains(minute) }
    }

    /// `mon`, or `mon-fri`, also over the end of the week.
    private static func days(_ text: Substring) -> [Int]? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { days.firstIndex(of: String($0)) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
        return (0...(last - first + 7) % 7).map { (first + $0) % 7 }
    }

    /// `07:00-18:00`, in minutes.
    private static func times(_ text: Substring) -> (start: Int, end: Int)? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < day else { return nil }
        return (start, end)
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
            hour < 24 || hour == 24 && minute == 0
        else { return nil }
        return hour * 60 + minute
    }
}
