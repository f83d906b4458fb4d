#if canImport(Glibc)
    import Glibc
#endif

/// Tells systemd how the service is doing, by the protocol of sd_notify(3): a datagram to the socket in `NOTIFY_SOCKET`.
///
/// Silent where there is no systemd.
struct SystemdNotifier: Sendable {
    private let path = getenv("NOTIFY_SOCKET").map { String(cString: $0) }

    func notify(_ state: String) {
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
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
