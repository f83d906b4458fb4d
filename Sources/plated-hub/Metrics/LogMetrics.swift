import Answers
import Files
import History
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// How far the logs were read, and what was wrong with them.
struct LogMetrics {
    let logs: [HistoryStatus.Log]

    init(_ logs: [HistoryStatus.Log]) {
        self.logs = logs
    }

    var paths: [String] { logs.map(\.path) }

    /// - Parameter troubles: logs that cannot be read now.
    func families(unreadable troubles: [String: String]) -> [MetricFamily] {
        var lines = MetricFamily("plated_log_lines_total", .counter, "Lines of a log that were read.")
        var unreadable = MetricFamily("plated_log_bad_lines_total", .counter, "Lines of a log that are no records.")
        var interruptions = MetricFamily(
            "plated_log_interruptions_total", .counter, "Times that lines of a log may have been missed.")
        var newest = MetricFamily(
            "plated_log_newest_timestamp_seconds", .gauge,
            "Time of the newest record of a log. Scanners write one an hour.")
        var lag = MetricFamily("plated_log_lag_bytes", .gauge, "Bytes of a log that are not stored yet.")
        var readable = MetricFamily("plated_log_readable", .gauge, "Whether a log can be read now.")
        for log in logs {
            lines.add(log.lines, ["log": log.path])
            unreadable.add(log.unreadable, ["log": log.path])
            interruptions.add(log.interruptions, ["log": log.path])
            if let time = log.latest { newest.add(Double(time.milliseconds) / 1000, ["log": log.path]) }
            lag.add(Self.lag(of: log), ["log": log.path])
            readable.add(troubles[log.path] == nil && log.isReadable ? 1 : 0, ["log": log.path])
        }
        return [lines, unreadable, interruptions, newest, lag, readable]
    }

    /// Of the log itself; what it was rotated to is behind it.
    private static func lag(of log: HistoryStatus.Log) -> Int {
        var status = stat()
        guard stat(log.path, &status) == 0 else { return 0 }
        guard let cursor = log.cursor, cursor.file == FileIdentity(at: log.path) else { return Int(status.st_size) }
        return max(0, Int(status.st_size) - cursor.offset)
    }
}
