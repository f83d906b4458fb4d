import Live
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The scanners' sockets: in one folder, or in folders in it, as the scanners' units have them, where a camera's name need not be its
/// unit's; or beside a log, as a scanner has its own that is run by hand.
package struct LiveSockets: Sendable {
    private static let ending = ".sock"

    let folder: String
    /// Folders of logs.
    let beside: [String]

    package init(folder: String, beside: [String] = []) {
        self.folder = folder
        self.beside = beside
    }

    /// The cameras whose scanners have one.
    package var cameras: [String] {
        let found = ([folder] + folders + beside).flatMap { place in
            Self.names(in: place).filter { $0.hasSuffix(Self.ending) && Self.kind(of: "\(place)/\($0)") == S_IFSOCK }
        }
        return Set(found.map { String($0.dropLast(Self.ending.count)) }.filter(CameraName.fits)).sorted()
    }

    /// Where a camera's socket is, or would be.
    package func path(of camera: String) -> String {
        let usual = UnixAddress.path(in: folder, camera: camera)
        guard Self.kind(of: usual) != S_IFSOCK else { return usual }
        return (folders + beside).map { UnixAddress.path(in: $0, camera: camera) }.first {
            Self.kind(of: $0) == S_IFSOCK
        } ?? usual
    }

    private var folders: [String] {
        Self.names(in: folder).map { "\(folder)/\($0)" }.filter { Self.kind(of: $0) == S_IFDIR }
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Without those that begin with a dot.
    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
