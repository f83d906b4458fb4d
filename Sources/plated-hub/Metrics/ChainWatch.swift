import Answers
import Basics
import Records

/// Whether each line of the logs names the one before it: read on from where it was, whenever somebody asks. It checks hashes; who made
/// the seals is for `plated verify`.
struct ChainWatch {
    fileprivate struct Log {
        let tail: LogTail
        /// Of the last line; nil where the next one may follow on another.
        var head: Digest?
        /// Whether a line has named the one before it.
        var isTied = false
        var lines = 0
        var breaks = 0
    }

    private var logs: [String: Log] = [:]

    /// Reads what is new, from the beginning of each log itself on: what that was rotated to is for `plated verify`.
    ///
    /// - Parameter most: lines that are read of all logs together; the others are read the next time.
    /// - Returns: logs that cannot be read now, and why.
    mutating func look(at paths: [String], most: Int) -> [String: String] {
        var rest = most
        var troubles: [String: String] = [:]
        for path in paths {
            var log = logs[path] ?? Log(tail: LogTail(path: path, start: .log))
            do throws(LogFailure) {
                while rest > 0, let item = try log.tail.next() {
                    rest -= 1
                    log.take(item)
                }
            } catch {
                troubles[path] = error.description
            }
            logs[path] = log
        }
        return troubles
    }

    var families: [MetricFamily] {
        var lines = MetricFamily(
            "plated_chain_lines_total", .counter, "Lines of a log whose place in its chain was looked at.")
        var breaks = MetricFamily(
            "plated_chain_breaks_total", .counter, "Lines of a log that do not name the line before them.")
        for (path, log) in logs.sorted(by: { $0.key < $1.key }) {
            lines.add(log.lines, ["log": path])
            breaks.add(log.breaks, ["log": path])
        }
        return [lines, breaks]
    }
}

extension ChainWatch.Log {
    fileprivate mutating func take(_ item: TailItem) {
        guard case .line(let tailed) = item, tailed.bytes.count < Record.longestLine else {
            // Lines are missing here, or too long to know their hash.
            head = nil
            return
        }
        let line = tailed.bytes.last == UInt8(ascii: "\n") ? Array(tailed.bytes.dropLast()) : tailed.bytes
        let previous = ChainLink.previous(of: line)
        lines += 1
        if let head, previous.map({ $0 != head }) ?? isTied { breaks += 1 }
        isTied = isTied || previous != nil
        head = ChainLink.digest(ofLine: line)
    }
}
