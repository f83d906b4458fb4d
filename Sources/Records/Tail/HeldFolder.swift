import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A folder that is open, whatever its name leads to meanwhile: its files can still be looked for.
final class HeldFolder {
    private let name: String
    private let descriptor: Int32
    private let identity: FileIdentity

    /// Nil where it cannot be opened.
    init?(_ name: String) {
        let descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let identity = FileIdentity(of: descriptor) else {
            close(descriptor)
            return nil
        }
        self.name = name
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit {
        close(descriptor)
    }

    /// Whether its name still leads to it.
    var isAtItsName: Bool { FileIdentity(at: name) == identity }

    /// A path of a file in it that does not go by its name.
    func path(of file: String) -> String { "\(place)/\(file)" }

    /// Whether a path is one of those.
    func has(_ path: String) -> Bool { FilePlace.folder(of: path) == place }

    private var place: String { "/proc/self/fd/\(descriptor)" }
}
