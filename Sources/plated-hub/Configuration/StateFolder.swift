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

    static var current: StateFolder {
        let given = getenv("STATE_DIRECTORY").flatMap {
            String(cString: $0).split(separator: ":").first.map(String.init)
        }
        return StateFolder(given ?? usual)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
