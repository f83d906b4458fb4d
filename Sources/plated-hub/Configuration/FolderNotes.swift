import Delivery
import Settings

#if canImport(Glibc)
    import Glibc
#endif

/// Folders of destinations in the hub's own folder that belong to somebody else: the service, which runs as that folder's owner, cannot
/// write there.
struct FolderNotes {
    let settings: HubConfiguration
    let state: StateFolder

    /// Of what this user may see: root, where systemd made the folder.
    func all(_ file: HubFile) -> [Problem] {
        settings.destinations.compactMap { destination in
            guard let folder = destination.folder, folder.hasPrefix(state.path + "/"),
                let service = Self.owner(of: state.path), let owner = Self.owner(of: folder), owner != service
            else { return nil }
            return file.problem(
                "destinations",
                "\(destination.name): \(folder) belongs to another user than \(state.path), so the service cannot write"
                    + " there: chown --reference=\(state.path) \(folder)")
        }
    }

    private static func owner(of path: String) -> uid_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }
}
