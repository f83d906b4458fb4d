import Foundation
import Glibc

/// What one question took, several times.
struct Measured {
    /// Milliseconds, in the order they were taken; the first came from disk.
    private(set) var times: [Double] = []

    mutating func add(_ duration: Duration) { times.append(Machine.milliseconds(duration)) }

    /// The time that a share of them stays within, the first left out.
    func at(_ share: Double) -> Double {
        let warm = times.dropFirst().sorted()
        return warm.isEmpty ? 0 : warm[min(warm.count - 1, Int(share * Double(warm.count)))]
    }

    /// A row of a table: middle, 95 of 100, longest, and the first, or another in its place.
    func row(_ name: String, first: Double? = nil) -> String {
        let (middle, most, longest) = (at(0.5), at(0.95), at(1))
        return String(
            format: "| %@ | %.2f ms | %.2f ms | %.2f ms | %.2f ms |", name, middle, most, longest,
            first ?? times.first ?? 0)
    }
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

    /// Milliseconds of processor that this process took.
    static func processorTime() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    /// Has the kernel keep a file in memory, as far as there is some.
    static func read(_ path: String) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return }
        var room = [UInt8](repeating: 0, count: 1 << 20)
        while Glibc.read(descriptor, &room, room.count) > 0 {}
        close(descriptor)
    }

    /// Has the kernel forget what it has of a file in memory.
    static func forget(_ path: String) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return }
        fdatasync(descriptor)
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        close(descriptor)
    }
}
