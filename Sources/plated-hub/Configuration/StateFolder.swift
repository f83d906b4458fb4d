#if canImport(Glibc)
    import Glibc
#endif

/// Where the hub keeps what it is to remember: systemd's folder where the service runs, and the same folder by its usual name for
/// those who ask.
struct StateFolder: Sendable {
    static let usual = "/var/lib/plated-hub"

    let path: String

    init(_ path: String) {
        self.path = path
    }

    static var current: StateFolder { given(getenv("STATE_DIRECTORY").map { String(cString: $0) }) }

    /// - Parameter list: systemd's, in no order of the unit's; the hub's own has its usual name.
    static func given(_ list: String?) -> StateFolder {
        let folders = (list ?? "").split(separator: ":").map(String.init)
        let name = usual.split(separator: "/").last.map(String.init) ?? usual
        return StateFolder(folders.first { $0.hasSuffix("/" + name) } ?? folders.first ?? usual)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
