import Glibc
import Synchronization

/// Ports of loopback for servers that are killed and started again on them: nobody has them now, and nobody of this process gets them again.
enum FreePorts {
    /// How many in a row belong together.
    static let count = 24
    /// Below those that the kernel gives to clients.
    private static let range = 20_000..<32_000
    private static let given = Mutex<Set<Int>>([])

    /// The first of them.
    static func first() -> Int {
        given.withLock { given in
            while true {
                let first = range.lowerBound + count * Int.random(in: 0..<range.count / count)
                // More than there are would be looked for without an end.
                if given.count > range.count / count / 2 { given = [] }
                guard !given.contains(first), (first..<first + count).allSatisfy(isFree) else { continue }
                given.insert(first)
                return first
            }
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
