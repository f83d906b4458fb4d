import Foundation

/// What one question took, several times.
struct Measured {
    var name: String
    /// Milliseconds.
    var times: [Double]
    /// Records of the first pages, all in all.
    var found: Int

    var middle: Double { times.sorted()[times.count / 2] }
    var longest: Double { times.max() ?? 0 }
}

enum Machine {
    static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }

    /// Memory of this process in MB: now, and at most until now.
    static func memory() -> (now: Double, most: Double) {
        let text: String
        do { text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8) } catch { return (0, 0) }
        func value(_ key: String) -> Double {
            let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
            return (line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Double($0) } ?? 0)
                / 1000
        }
        return (value("VmRSS:"), value("VmHWM:"))
    }
}
