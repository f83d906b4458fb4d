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
            throw Self.wrong(
                "it is no address of a PostgreSQL database",
                "Write it like postgresql://plated@db.example/plated, or postgresql://plated@/plated for this machine.")
        }
        var options = Self.usual
        var option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        try Self.check(options)
        if let password { options["password"] = password }
        // Texts are UTF-8 here, whatever the environment says.
        options["client_encoding"] = "UTF8"
        self.options = options
    }

    /// What libpq would find wrong only when it connects, again and again.
    private static func check(_ options: [String: String]) throws(HistoryFailure) {
        let ports = (options["port"] ?? "").split(separator: ",")
        if let wrong = ports.first(where: { !(1...65_535 ~= Int($0) ?? 0) }) {
            throw Self.wrong("its port is \(wrong)", "A port is a number from 1 to 65535; PostgreSQL's own is 5432.")
        }
        let modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
        if let mode = options["sslmode"], !modes.contains(mode) {
            throw Self.wrong("its sslmode is \(mode)", "It takes one of: \(modes.joined(separator: ", ")).")
        }
    }

    private static func wrong(_ reason: String, _ remedy: String) -> HistoryFailure {
        HistoryFailure("reading the address of the history", reason: reason, remedy: remedy, cause: .question)
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
