extension WallTime {
    /// The latest moment that RFC 3339 can write; the earliest is in the year 0.
    private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Whether it lies in the years 0 to 9999.
    package var isWritable: Bool { Self.writable.contains(milliseconds) }
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// RFC 3339 with milliseconds, such as `2026-11-21T10:32:05.120Z`; what lies outside the years 0 to 9999 is written as
    /// their first or last moment.
    public var description: String {
        let clamped = min(max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
        let day = Self.floor(clamped, Self.millisecondsOfDay)
        let ofDay = Int(clamped - day * Self.millisecondsOfDay)
        let date = CivilDate(day: Int(day))
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func add(_ value: Int, digits: Int, then separator: Unicode.Scalar) {
            var scale = 1
            for _ in 1..<digits { scale *= 10 }
            while scale > 0 {
                text.append(UInt8(ascii: "0") + UInt8(value / scale % 10))
                scale /= 10
            }
            text.append(UInt8(ascii: separator))
        }
        add(date.year, digits: 4, then: "-")
        add(date.month, digits: 2, then: "-")
        add(date.day, digits: 2, then: "T")
        add(ofDay / 3_600_000, digits: 2, then: ":")
        add(ofDay / 60_000 % 60, digits: 2, then: ":")
        add(ofDay / 1000 % 60, digits: 2, then: ".")
        add(ofDay % 1000, digits: 3, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads RFC 3339 in any of its forms: with or without a fraction, which is cut to milliseconds, and with any offset.
    /// A leap second counts as the second after it. Nil where it is not one.
    public init?(rfc3339 text: some StringProtocol) {
        self.init(rfc3339: Array(text.utf8)[...])
    }

    init?(rfc3339 bytes: ArraySlice<UInt8>) {
        if bytes.count == Self.plainLength, let time = bytes.withUnsafeBytes({ WallTime(plain: $0, at: 0) }) {
            self = time
            return
        }
        var reader = Digits(rest: bytes)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2), hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isReal, let fraction = reader.fraction(), let offset = reader.offset(), reader.rest.isEmpty else {
            return nil
        }
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + (minute - offset) * 60 + second)
        self.init(milliseconds: seconds * 1000 + Int64(fraction))
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}

/// Takes the parts of a time off the front of a text.
private struct Digits {
    var rest: ArraySlice<UInt8>

    mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits, rest.prefix(digits).allSatisfy(\.isDigit) else { return nil }
        let value = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        rest = rest.dropFirst(digits)
        return value
    }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Milliseconds: 0 where there is no fraction, nil where digits are missing behind its point.
    mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix(while: \.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return (0..<3).reduce(0) { value, place in
            value * 10 + (place < digits.count ? Int(digits[digits.startIndex + place] - UInt8(ascii: "0")) : 0)
        }
    }

    /// Minutes east of Greenwich.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
}
