extension WallTime {
    /// Bytes of a time as `description` writes it, such as `2026-11-21T10:32:05.120Z`.
    package static let plainLength = 24

    /// Reads what `description` writes, which nearly all times are; nil for anything else, and for what this calendar does not have.
    ///
    /// - Parameter place: where 24 bytes begin.
    package init?(plain text: UnsafeRawBufferPointer, at place: Int) {
        func number(_ from: Int, _ digits: Int) -> Int? {
            var value = 0
            for index in place + from..<place + from + digits {
                let digit = text[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
            }
            return value
        }
        guard text.count - place >= Self.plainLength, text[place + 4] == UInt8(ascii: "-"),
            text[place + 7] == UInt8(ascii: "-"), text[place + 10] == UInt8(ascii: "T"),
            text[place + 13] == UInt8(ascii: ":"), text[place + 16] == UInt8(ascii: ":"),
            text[place + 19] == UInt8(ascii: "."), text[place + 23] == UInt8(ascii: "Z"), let year = number(0, 4),
            let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2), let minute = number(14, 2),
            let second = number(17, 2), let fraction = number(20, 3), hour < 24, minute < 60, second < 60
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isReal else { return nil }
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        self.init(milliseconds: seconds * 1000 + Int64(fraction))
    }
}
