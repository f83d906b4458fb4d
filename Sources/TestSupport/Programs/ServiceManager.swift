import Foundation

/// The receiving end of systemd's notifications: a datagram socket, as `NOTIFY_SOCKET` names one.
public final class ServiceManager {
    public let path: String
    private let descriptor: Int32
    private var received: [String] = []

    public init(in folder: TemporaryFolder) throws {
        path = folder.file("notify")
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard descriptor >= 0, name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Program.Failure(message: "no socket at \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw Program.Failure(message: "cannot bind \(path)") }
    }

    deinit {
        close(descriptor)
    }

    /// All that was said so far, one assignment each.
    public var said: [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return received }
            let text = String(decoding: buffer.prefix(count), as: UTF8.self)
            received += text.split(separator: "\n").map(String.init)
        }
    }

    /// How often the watchdog was fed.
    public var feedings: Int { said.count { $0 == "WATCHDOG=1" } }
}
