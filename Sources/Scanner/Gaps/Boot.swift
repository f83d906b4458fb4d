import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The run of the machine: its name, and how long it lasts.
struct Boot: Sendable {
    static let current = Boot()

    private let name: String
    private let reference: (instant: ContinuousClock.Instant, uptime: Int64)

    private init() {
        name = Self.kernelName ?? ""
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        reference = (.now, Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// How the clock is set; nil where the machine's runs cannot be told from one another.
    func clock(at now: Moment) -> ClockSetting? {
        guard !name.isEmpty else { return nil }
        let uptime = reference.uptime + reference.instant.duration(to: now.instant).milliseconds
        return ClockSetting(boot: name, milliseconds: now.wall.milliseconds - uptime)
    }

    private static var kernelName: String? {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let name = String(decoding: buffer.prefix(count), as: UTF8.self).prefix { $0.isHexDigit || $0 == "-" }
        return name.isEmpty ? nil : String(name)
    }
}
