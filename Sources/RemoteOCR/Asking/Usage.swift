/// How much of a day and of a minute was used, and whether more may be.
struct Usage: Sendable, Equatable {
    typealias Instant = ContinuousClock.Instant

    enum Denial: Equatable {
        /// From then on.
        case until(Instant)
        /// Not before tomorrow, for this reason.
        case today(String)
    }

    private static let minute = Duration.seconds(60)

    /// Of the calendar in UTC, counted from 1970.
    private(set) var day: Int
    private(set) var pictures = 0
    private(set) var bytes = 0
    /// When requests were sent, within the last minute.
    private var sent: [Instant] = []

    init(day: Int, pictures: Int = 0, bytes: Int = 0) {
        self.day = day
        self.pictures = pictures
        self.bytes = bytes
    }

    /// Counts a request as sent, or says why it may not be.
    mutating func take(
        pictures more: Int, bytes size: Int, limits: RemoteSettings.Limits, at now: Instant, day today: Int
    ) -> Denial? {
        if let denial = denial(pictures: more, bytes: size, limits: limits, at: now, day: today) { return denial }
        sent.append(now)
        pictures += more
        bytes += size
        return nil
    }

    /// Why a request may not be sent; nil where it may.
    mutating func denial(
        pictures more: Int, bytes size: Int, limits: RemoteSettings.Limits, at now: Instant, day today: Int
    ) -> Denial? {
        // A clock that is set back begins no day a second time.
        // One that was far ahead once would otherwise count for ever on its day.
        if day > today + 1 { day = today }
        if today > day { self = Usage(day: today, sent: sent) }
        if pictures + more > limits.picturesPerDay {
            return .today("the limit of \(limits.picturesPerDay) pictures a day is reached")
        }
        if bytes + size > limits.bytesPerDay {
            return .today("the limit of \(limits.bytesPerDay / 1_000_000) MB a day is reached")
        }
        sent.removeAll { $0.duration(to: now) >= Self.minute }
        guard sent.count >= limits.requestsPerMinute, let first = sent.first else { return nil }
        return .until(first + Self.minute)
    }

    private init(day: Int, sent: [Instant]) {
        self.init(day: day)
        self.sent = sent
    }
}

extension Usage {
    /// `DAY PICTURES BYTES SECOND REQUESTS`, as it is written down: the last two say how many requests were sent within a minute, and when
    /// the last of them was, in seconds since 1970.
    func text(at now: Docket.Moment) -> String {
        let last = sent.last ?? now.instant
        let ago = Int(last.duration(to: now.instant) / .seconds(1))
        let recent = sent.count { $0.duration(to: last) < Self.minute }
        return "\(day) \(pictures) \(bytes) \(now.second - ago) \(recent)\n"
    }

    /// Nil of anything else.
    ///
    /// All requests of its last minute count as sent when the last of them was: for a moment fewer may follow than could, and never more.
    /// So do those that a clock which was set back has in the future: as sent now.
    init?(text: some StringProtocol, at now: Docket.Moment) {
        let numbers = text.split { $0.isWhitespace }.map { Int($0) }
        guard numbers.count == 5, let day = numbers[0], let pictures = numbers[1], let bytes = numbers[2],
            let second = numbers[3], let recent = numbers[4], pictures >= 0, bytes >= 0, (0...100_000).contains(recent)
        else { return nil }
        self.init(day: day, pictures: pictures, bytes: bytes)
        // As whole seconds are written down, it may have been nearly one later.
        let (ago, overflows) = now.second.subtractingReportingOverflow(second)
        let age = max(0, (overflows ? 0 : ago) - 1)
        guard age < 60 else { return }
        sent = Array(repeating: now.instant - .seconds(age), count: recent)
    }
}
