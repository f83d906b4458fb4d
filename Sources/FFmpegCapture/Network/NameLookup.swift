import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// One address of a machine, as `connect` takes it.
struct SocketAddress: Sendable, Equatable {
    let bytes: [UInt8]
    let family: Int32
}

/// Looks names up without waiting for longer than one likes: `getaddrinfo` itself waits for as long as its servers let it.
enum NameLookup {
    enum Outcome: Sendable, Equatable {
        case found([SocketAddress])
        /// There is no such name; why.
        case unknown(String)
        /// No answer in time.
        case late
    }

    /// One thread waits for an endpoint's answer, however often it is asked for.
    private static let pending = Mutex<[String: Pending]>([:])

    private final class Pending: Sendable {
        let outcome = Mutex<Outcome?>(nil)
    }

    /// - Parameter isOff: asked twenty times a second whether the answer is still wanted.
    static func addresses(
        of endpoint: NetworkEndpoint, within limit: Duration, isOff: () -> Bool = { false }
    ) -> Outcome {
        // A number needs nobody's answer.
        if case .found(let numeric) = resolve(endpoint, flags: AI_NUMERICHOST) { return .found(numeric) }
        let lookup = start(endpoint)
        let end = ContinuousClock.now + limit
        while true {
            if let outcome = lookup.outcome.withLock({ $0 }) { return outcome }
            guard ContinuousClock.now < end, !isOff() else { return .late }
            usleep(5000)
        }
    }

    private static func start(_ endpoint: NetworkEndpoint) -> Pending {
        let key = "\(endpoint.host) \(endpoint.port)"
        return pending.withLock { pending in
            if let running = pending[key] { return running }
            let lookup = Pending()
            pending[key] = lookup
            DispatchQueue.global().async {
                let outcome = resolve(endpoint, flags: 0)
                lookup.outcome.withLock { $0 = outcome }
                Self.pending.withLock { $0[key] = nil }
            }
            return lookup
        }
    }

    private static func resolve(_ endpoint: NetworkEndpoint, flags: Int32) -> Outcome {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(endpoint.host, "\(endpoint.port)", &hints, &list)
        guard status == 0 else { return .unknown(String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr {
                let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
                found.append(SocketAddress(bytes: Array(bytes), family: entry.ai_family))
            }
            next = entry.ai_next
        }
        return found.isEmpty ? .unknown("no address") : .found(found)
    }
}
