/// Where the console listens, and what it may be called.
public struct ConsoleSettings: Equatable, Sendable {
    /// An address of this machine with a port; nil for none. Nothing here speaks TLS, so no other machine is to get there.
    public var listen: ListenAddress?
    /// Names that it may be asked by there, beside addresses, localhost and *.local.
    public var hosts: [String]
    /// For a web server of this machine that speaks TLS with the world; nil for none.
    public var socket: ConsoleSocket?

    public static let usual = "127.0.0.1:8480"

    public init(listen: ListenAddress?, hosts: [String], socket: ConsoleSocket? = nil) {
        self.listen = listen
        self.hosts = hosts
        self.socket = socket?.isWanted == true ? socket : nil
    }

    var isOff: Bool { listen == nil && socket == nil }

    /// Where browsers find the console, such as `https://hub.example`; nil where there is none.
    ///
    /// - Parameter machine: its name, without a domain.
    public func address(machine: String) -> String? {
        // A web server speaks TLS at the usual port, as a rule; where it does not, nothing here says so.
        if socket != nil { return "https://" + (hosts.first ?? machine + ".local") }
        guard let listen else { return nil }
        let host = hosts.first ?? (listen.host.contains(":") ? "[\(listen.host)]" : listen.host)
        return "http://" + host + (listen.port == 80 ? "" : ":\(listen.port)")
    }
}
