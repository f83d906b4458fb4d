import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A date and a time as somebody wrote them: RFC 3339, or the name of a recording. Without a zone, local time.
struct WrittenTime: Equatable {
    let time: WallTime
    /// Such as `UTC+01:00`, where the time was taken for local; nil where a zone stood there.
    let assumedZone: String?

    /// RFC 3339, such as `2026-11-21T10:32:05Z`; the zone may be missing, and a space may stand for the T. Nil of anything else.
    init?(_ text: String) {
        let format = #/(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)?/#
        guard let match = text.wholeMatch(of: format)?.output else { return nil }
        let fields = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int32($0) }
        let digits = match.7.map { String($0.prefix(3)) } ?? ""
        let milliseconds = Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
        self.init(fields, milliseconds: milliseconds, zone: match.8.map(String.init))
    }

    /// The first date with a time in a file's name, as recorders write them: `2026-11-21_10-32-05`, `20261121T103205Z`,
    /// `gate 2026.11.21 10.32.05`, `NVR_01_20261121103205_20261121104205`.
    init?(inName path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let format =
            #/(?:^|[^0-9])(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)[-_.T @]{0,3}(\d\d)[-_.:]?(\d\d)[-_.:]?(\d\d)(\d{3})?(Z)?(?:[^0-9]|$)/#
        for match in name.matches(of: format) {
            let fields = [
                match.output.1, match.output.2, match.output.3, match.output.4, match.output.5, match.output.6,
            ].compactMap { Int32($0) }
            let milliseconds = match.output.7.flatMap { Int64($0) } ?? 0
            guard let found = Self(fields, milliseconds: milliseconds, zone: match.output.8.map(String.init)) else {
                continue
            }
            self = found
            return
        }
        return nil
    }

    /// - Parameters:
    ///   - fields: year, month, day, hour, minute, second.
    ///   - zone: `Z`, `+01:00`; nil for the local one.
    private init?(_ fields: [Int32], milliseconds: Int64, zone: String?) {
        guard fields.count == 6 else { return nil }
        var parts = tm()
        parts.tm_year = fields[0] - 1900
        parts.tm_mon = fields[1] - 1
        parts.tm_mday = fields[2]
        parts.tm_hour = fields[3]
        parts.tm_min = fields[4]
        parts.tm_sec = fields[5]
        parts.tm_isdst = -1
        // The C library takes the 31st of April for the 1st of May.
        var check = parts
        check.tm_isdst = 0
        timegm(&check)
        guard check.tm_mon == parts.tm_mon, check.tm_mday == parts.tm_mday, fields[3] < 24, fields[4] < 60,
            fields[5] < 60
        else { return nil }
        if let zone {
            guard let offset = Self.seconds(ofZone: zone) else { return nil }
            let seconds = timegm(&parts) - offset
            self.init(time: WallTime(milliseconds: Int64(seconds) * 1000 + milliseconds), assumedZone: nil)
        } else {
            let seconds = mktime(&parts)
            guard seconds != -1 else { return nil }
            self.init(
                time: WallTime(milliseconds: Int64(seconds) * 1000 + milliseconds),
                assumedZone: Self.name(ofOffset: parts.tm_gmtoff))
        }
    }

    private init(time: WallTime, assumedZone: String?) {
        self.time = time
        self.assumedZone = assumedZone
    }

    /// East of Greenwich.
    private static func seconds(ofZone zone: String) -> Int? {
        if zone.uppercased() == "Z" { return 0 }
        let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { return nil }
        return (zone.hasPrefix("-") ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60)
    }

    private static func name(ofOffset seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutes = abs(seconds) / 60
        return "UTC\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
