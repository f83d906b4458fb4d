extension ConsoleSettings {
    /// Where browsers find the console, such as `https://hub.example:8480`; nil where there is none.
    ///
    /// - Parameter machine: its name, without a domain.
    public func address(machine: String) -> String? {
        guard let listen else { return nil }
        let isSecure = hasTLS || behindProxy
        // A proxy speaks TLS at the usual port, as a rule; where it does not, nothing here says so.
        let port = behindProxy || listen.port == (isSecure ? 443 : 80) ? "" : ":\(listen.port)"
        return (isSecure ? "https://" : "http://") + host(listen, machine: machine) + port
    }

    private func host(_ listen: ListenAddress, machine: String) -> String {
        if let name = hosts.first { return name }
        // Nobody gets to "all addresses" by that name, nor past a proxy by ours; any `.local` is taken (`HostRule`).
        if behindProxy || listen.isEverywhere { return machine + ".local" }
        return listen.host.contains(":") ? "[\(listen.host)]" : listen.host
    }
}
