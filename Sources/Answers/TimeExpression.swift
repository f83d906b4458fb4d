import Records

/// A time as a person says it: `yesterday 14:00`, `2026-11-20`, `3 days ago`, `14:05`, `now`, or RFC 3339.
///
/// Without a zone it is the user's. A day means all of it; a time that clocks show twice, since they are set back, means both.
public struct TimeExpression: Equatable {
    /// The first moment that it may mean: where a period begins.
    public let earliest: WallTime
    /// The last moment that it may mean: where a period ends.
    public let latest: WallTime

    /// What to say where a text is no time.
    public static let examples =
        "\"yesterday 14:00\", 2026-11-20, \"2026-11-20 14:05\", 14:05, \"3 days ago\", now, 2026-11-20T14:05:00Z"

    public struct Refusal: Error, Equatable {
        public let reason: String
        /// When clocks were set forward over what was written; nil where it is refused for another reason.
        public var jump: WallTime?
    }

    public init(_ text: String, now: WallTime, zone: LocalZone) throws(Refusal) {
        if let time = WallTime(rfc3339: text) {
            self.init(earliest: time, latest: time)
            return
        }
        // A date and a time may have a T between them.
        let spaced = text.lowercased().replacing(/(\d)t(\d)/) { "\($0.1) \($0.2)" }
        var words = spaced.split(separator: " ")[...]
        let today = zone.clock(at: now).day
        var day: Int?
        if let ago = Self.takeAgo(&words) {
            switch ago {
            case .days(let count): day = today - count
            case .milliseconds(let count):
                guard words.isEmpty else { throw Self.notATime(text) }
                let time = WallTime(milliseconds: now.milliseconds - count)
                self.init(earliest: time, latest: time)
                return
            }
            if words.isEmpty {
                // Three days ago is what clocks showed then, also where they were set since.
                let shown = zone.clock(at: now).milliseconds - Int64(today - (day ?? today)) * 86_400_000
                try self.init(ClockTime(milliseconds: shown), zone: zone, text: text)
                return
            }
        } else if let first = words.first, let named = try Self.day(String(first), today: today) {
            words.removeFirst()
            if words.isEmpty {
                self.init(earliest: zone.start(ofDay: named), latest: zone.start(ofDay: named + 1))
                return
            }
            day = named
        } else if words == ["now"] {
            self.init(earliest: now, latest: now)
            return
        }
        guard words.count == 1, let word = words.first, let ofDay = Self.time(String(word)) else {
            throw Self.notATime(text)
        }
        try self.init(ClockTime(milliseconds: Int64(day ?? today) * 86_400_000 + ofDay), zone: zone, text: text)
    }

    public init(at moment: WallTime) { self.init(earliest: moment, latest: moment) }

    private init(earliest: WallTime, latest: WallTime) {
        self.earliest = earliest
        self.latest = latest
    }

    private init(_ clock: ClockTime, zone: LocalZone, text: String) throws(Refusal) {
        let moments = zone.moments(of: clock)
        guard let first = moments.first, let last = moments.last else {
            throw Refusal(
                reason: "no clock here ever showed \(text): clocks were set forward over it",
                jump: zone.jump(over: clock))
        }
        self.init(earliest: first, latest: last)
    }

    private static func notATime(_ text: String) -> Refusal {
        Refusal(reason: "it is no time; write it as in \(examples)")
    }

    // MARK: - Words

    private enum Ago {
        case days(Int)
        case milliseconds(Int64)
    }

    /// `3 days ago`, `90 minutes ago`.
    private static func takeAgo(_ words: inout ArraySlice<Substring>) -> Ago? {
        let parts = Array(words.prefix(3))
        guard parts.count == 3, parts[2] == "ago", let count = Int64(parts[0]), (0...1_000_000).contains(count) else {
            return nil
        }
        let ago: Ago
        switch parts[1] {
        case "second", "seconds": ago = .milliseconds(count * 1000)
        case "minute", "minutes": ago = .milliseconds(count * 60_000)
        case "hour", "hours": ago = .milliseconds(count * 3_600_000)
        case "day", "days": ago = .days(Int(count))
        case "week", "weeks": ago = .days(Int(count) * 7)
        default: return nil
        }
        words = words.dropFirst(3)
        return ago
    }

    /// Since 1970; nil of what names no day.
    private static func day(_ word: String, today: Int) throws(Refusal) -> Int? {
        switch word {
        case "today": return today
        case "yesterday": return today - 1
        case "tomorrow": return today + 1
        default: break
        }
        guard let match = word.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/), let year = Int(match.1),
            let month = Int(match.2),
            let day = Int(match.3)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isReal else { throw Refusal(reason: "the calendar has no \(word)") }
        return date.daysSince1970
    }

    /// Milliseconds of the day: `14:05`, `14:05:30`.
    private static func time(_ word: String) -> Int64? {
        guard let match = word.wholeMatch(of: /(\d\d?):(\d\d)(?::(\d\d))?/), let hour = Int64(match.1),
            let minute = Int64(match.2), let second = Int64(match.3 ?? "0"), hour < 24, minute < 60, second < 60
        else { return nil }
        return (hour * 3600 + minute * 60 + second) * 1000
    }
}
