import CMosquitto
import Synchronization

/// Why a connection was not made, in words.
extension MQTTConnection {
    /// What a broker says in place of a connection.
    func refusal(_ code: Int32) -> String {
        switch code {
        // Brokers tell wrong passwords by either.
        case 4, 5:
            return settings.credentials != nil
                ? "the broker refuses user or password"
                : "the broker wants a user and a password (credentials_file)"
        case 3: return "the broker is not ready to serve"
        default: return "the broker refuses the connection: " + String(cString: mosquitto_connack_string(code))
        }
    }

    /// The first that is said is nearest to the cause.
    func note(_ text: String) {
        let plain = text.replacing(/^OpenSSL Error\[\d+\]: error:[0-9A-F]+:/, with: "")
        let said =
            plain == text
            ? text
            : plain.contains("certificate verify failed")
                ? "the broker's certificate is not trusted (\(plain); ca_file)" : "TLS with the broker fails (\(plain))"
        state.withLock { $0.said = $0.said ?? said }
    }
}
