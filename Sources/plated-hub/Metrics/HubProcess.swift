import Answers
import Records

#if canImport(Glibc)
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The hub itself: its version, since when it runs, and what it takes of the machine.
struct HubProcess {
    let version: String
    let began: WallTime

    var families: [MetricFamily] {
        var build = MetricFamily("plated_hub_build_info", .gauge, "Version of the hub; always 1.")
        build.add(1, ["version": version])
        var start = MetricFamily("plated_hub_start_timestamp_seconds", .gauge, "When the hub began.")
        start.add(Double(began.milliseconds) / 1000)
        var processor = MetricFamily("plated_hub_cpu_seconds_total", .counter, "Processor time of the hub.")
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            processor.add(Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime))
        }
        var memory = MetricFamily("plated_hub_resident_memory_bytes", .gauge, "Memory that the hub has in use.")
        // Left out where the machine does not tell.
        if let pages = Self.residentPages { memory.add(pages * Int(sysconf(Int32(_SC_PAGESIZE)))) }
        return [build, start, processor, memory]
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }

    private static var residentPages: Int? {
        do {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        } catch {
            return nil
        }
    }
}
