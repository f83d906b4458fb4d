import CPQ
import History

/// Where a database is, and who asks: an address as libpq reads it (`postgresql://user@host/database`, or `host=… dbname=…`).
public struct ServerPlace: Sendable, Equatable, CustomStringConvertible {
    /// libpq's names for them.
    let options: [String: String]

    /// What is taken where the address says nothing else: nobody waits for ever for a server that is gone.
    private static let usual = [
        "connect_timeout": "10", "keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "4",
        "tcp_user_timeout": "30000", "application_name": "plated-hub",
    ]

    /// - Parameter password: in place of the address's; nil where none is needed, or libpq finds one by itself.
    public init(_ address: String, password: String? = nil) throws(HistoryFailure) {
        var message: UnsafeMutablePointer<CChar>?
        let parsed = PQconninfoParse(address, &message)
        defer {
            PQconninfoFree(parsed)
            // It may quote the address, and so a password: it is not told.
            PQfreemem(message)
        }
        guard let parsed, !address.isEmpty else {
            throw HistoryFailure(
                "reading the address of the history", reason: "it is none of a PostgreSQL database",
                remedy:
                    "Write it like postgresql://plated@db.example/plated, or postgresql://plated@/plated for this machine.",
                cause: .question)
        }
        var options = Self.usual
        var option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        if let password { options["password"] = password }
        // Texts are UTF-8 here, whatever the environment says.
        options["client_encoding"] = "UTF8"
        self.options = options
    }

    /// Whether the address itself has a password.
    public var hasPassword: Bool { options["password"] != nil }

    /// Hosts that are asked, one after the other.
    public var hosts: [String] {
        (options["host"] ?? options["hostaddr"] ?? "").split(separator: ",").map(String.init).filter {
            !$0.hasPrefix("/")
        }
    }

    public var description: String { shown }

    /// For people: without user and password.
    public var shown: String {
        let host = options["host"] ?? options["hostaddr"] ?? ""
        let port = options["port"].map { ":" + $0 } ?? ""
        return "postgresql://\(host)\(port)/\(options["dbname"] ?? options["user"] ?? "")"
    }
}
