import Addresses
import Service

#if canImport(Glibc)
    import Glibc
#endif

/// The user and password of a camera where its address has none: from the environment, so that they need not stand on the
/// command line.
enum SourceCredentials {
    static let userVariable = "PLATED_USER"
    static let passwordVariable = "PLATED_PASSWORD"

    static func complete(_ address: SourceAddress?) -> SourceAddress? {
        guard var address else { return nil }
        defer { Secrets.add(address) }
        guard address.kind == .network else { return address }
        let user = getenv(userVariable).map { String(cString: $0) } ?? address.credentials?.user
        let password = getenv(passwordVariable).map { String(cString: $0) }
        // An address with both keeps its own.
        if let user, address.credentials?.password.isEmpty ?? true, let password {
            address.credentials = .init(user: user, password: password)
        }
        return address
    }
}
