import Basics
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Tells systemd how the service is doing, by the protocol of sd_notify(3): a datagram to the socket in `NOTIFY_SOCKET`.
///
/// Silent where there is no systemd.
package final class SystemdNotifier: Sendable {
    /// How often the watchdog is fed and the status told, where the watchdog does not want it oftener.
    private static let usualInterval = Duration.seconds(5)

    private let path = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
    /// Four times in the time that the watchdog waits.
    private let interval = min(usualInterval, (microseconds("WATCHDOG_USEC") ?? .seconds(3600)) / 4)
    private let lastTold = Mutex<ContinuousClock.Instant?>(nil)

    private static func microseconds(_ name: String) -> Duration? {
        getenv(name).flatMap { Int64(String(cString: $0)) }.map { .microseconds($0) }
    }

    package init() {}

    /// - Parameter status: one line for people.
    package func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

    /// Whether somebody is told, who starts what ends.
    package var isThere: Bool { path != nil }

    /// Tells why it waits before it ends: a start may take so much longer.
    package func rests(_ status: String, for time: Duration) {
        notify("STATUS=\(status)\nEXTEND_TIMEOUT_USEC=\(Int64(time.seconds * 1_000_000) + 10_000_000)")
    }

    package func stopping() { notify("STOPPING=1\nSTATUS=stopping") }

    /// Tells the status now and then, and feeds the watchdog where all is well.
    package func tell(_ status: String, isAlive: Bool) {
        guard path != nil else { return }
        let isDue = lastTold.withLock { last in
            if let last, last.duration(to: .now) < interval { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        // Where systemd has not even taken the last ten, this one can be missed; a scan cannot wait for it.
        notify("STATUS=\(status)" + (isAlive ? "\nWATCHDOG=1" : ""), waits: false)
    }

    private func notify(_ state: String, waits: Bool = true) {
        guard let path, path.hasPrefix("/") || path.hasPrefix("@") else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An abstract socket's name starts with a zero byte, written as @.
        var name = Array(path.utf8)
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bytes = Array(state.utf8)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, flags, $0, length)
            }
        }
    }
}
