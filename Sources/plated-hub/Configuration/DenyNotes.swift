import Records
import Rules
import Settings

/// Cameras that lists deny plates at, and that nothing is called: where one gets another name, such entries count nowhere, and its doors
/// open without a word.
struct DenyNotes {
    let settings: HubConfiguration
    let state: StateFolder

    /// Of the lists that can be read. In those of a centre stand this site's own names.
    func all() -> [Problem] {
        let known = known
        let folder = settings.listFolder(in: state)
        return folder.contents().lists.filter { $0.kind == .deny }.flatMap { list in
            Set(list.entries.flatMap(\.cameras)).subtracting(known).sorted().filter { !isOfSite($0) }.map { camera in
                Problem(
                    file: "\(folder.path)/\(list.fileName)",
                    message:
                        "the list \(list.name) denies plates at \(camera), and no camera is called so: they are denied"
                        + " nowhere else. Where it has another name now, the list needs that, too")
            }
        }
    }

    /// Cameras of doors and of sites of sessions, of files and of logs.
    private var known: Set<String> {
        let named =
            settings.doors.flatMap(\.cameras) + settings.sessions.flatMap { ($0.entries + $0.exits).map(\.camera) }
        let files = Set(settings.root.cameras.map(\.description))
        return files.union(named).union(logged(files))
    }

    /// Those that have a log. Beside logs of cameras that have files, one without a file is what a camera left that has another name now.
    private func logged(_ files: Set<String>) -> Set<String> {
        let logs = settings.logs.map { LogPattern($0) }.flatMap { pattern in
            pattern.logs.map { (folder: pattern.folder, name: CameraID.stem(of: $0) ?? "") }
        }
        let own = Set(logs.filter { files.contains($0.name) }.map(\.folder))
        return Set(logs.filter { !own.contains($0.folder) }.map(\.name))
    }

    /// Which cameras the sites of a centre have stands in its history alone.
    private func isOfSite(_ camera: String) -> Bool { CameraRef(camera)?.hub != nil }
}
