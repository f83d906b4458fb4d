import Records

/// The parts of the tables by month, in one transaction that holds the history.
struct Months {
    /// Years back in which a month gets a part of its own, where something comes that is so old.
    private static let years = 10
    /// Of each part: when a hundredth of it is new, it is noted that all see it. See `Form.third`.
    static let options = "autovacuum_vacuum_insert_scale_factor = 0.01"

    private let connection: Connection
    /// Those that are there.
    private(set) var known: Set<Int64>

    /// - Parameter known: numbers of months.
    init(_ connection: Connection, known: [Int64]) {
        self.connection = connection
        self.known = Set(known)
    }

    /// Makes the parts that a batch needs, this month's and the next one's.
    mutating func make(for times: [Int64], now: WallTime) throws {
        let present = Self.number(of: now.milliseconds)
        let possible = present - Int64(Self.years) * 12...present + 1
        let wanted = Set(times.map(Self.number)).union([present, present + 1])
        for month in wanted.subtracting(known).sorted() where possible.contains(month) {
            try make(month)
            known.insert(month)
        }
    }

    /// The month that a time is counted in; 0 for what no month takes.
    func number(of time: Int64) -> Int64 {
        let month = Self.number(of: time)
        return known.contains(month) ? month : 0
    }

    /// What was of this month among the wrong times goes into it.
    private func make(_ month: Int64) throws {
        let times = Self.times(of: month)
        for table in ["record", "lost_event"] {
            let part = Self.part(of: table, month)
            try connection.script(
                """
                CREATE TABLE \(part)(LIKE \(table) INCLUDING DEFAULTS INCLUDING STORAGE) WITH (\(Self.options));
                WITH moved AS (
                    DELETE FROM \(table)_wrong WHERE ts >= \(times.lowerBound) AND ts < \(times.upperBound) RETURNING *)
                INSERT INTO \(part) SELECT * FROM moved;
                ALTER TABLE \(table) ATTACH PARTITION \(part) FOR VALUES FROM (\(times.lowerBound)) TO (\(times.upperBound))
                """)
        }
        let part = Self.part(of: "record", month)
        try connection.script(
            """
            INSERT INTO month(number, events) SELECT \(month), count(*) FROM \(part) WHERE plate IS NOT NULL;
            UPDATE month SET events = events - (SELECT events FROM month WHERE number = \(month)) WHERE number = 0
            """)
    }

    // MARK: - Numbers

    static func part(of table: String, _ month: Int64) -> String {
        guard month != 0 else { return table + "_wrong" }
        let name = month % 12 + 1
        return "\(table)_\(month / 12)_\(name < 10 ? "0" : "")\(name)"
    }

    /// Year * 12 + month - 1, in UTC.
    static func number(of time: Int64) -> Int64 {
        // Days since 1 March of the year 0 (Howard Hinnant, chrono-compatible low-level date algorithms).
        let day = floor(time, 86_400_000) + 719_468
        let era = floor(day, 146_097)
        let ofEra = day - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let march = (5 * ofYear + 2) / 153
        return (year + era * 400) * 12 + march + 2
    }

    /// Milliseconds that belong to a month; the end does not.
    static func times(of month: Int64) -> Range<Int64> { start(of: month)..<start(of: month + 1) }

    private static func start(of month: Int64) -> Int64 {
        // January and February belong to the year before.
        let year = floor(month - 2, 12)
        let march = month - 2 - year * 12
        let era = floor(year, 400)
        let ofEra = year - era * 400
        let day = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + (153 * march + 2) / 5
        return (day - 719_468) * 86_400_000
    }

    private static func floor(_ number: Int64, _ by: Int64) -> Int64 {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: by)
        return rest < 0 ? quotient - 1 : quotient
    }
}
