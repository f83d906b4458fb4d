import Files

/// Which folders are watched: by their names, and by where these led when it was looked last.
struct WatchedFolders {
    private struct Watch {
        var number: Int32
        var folder: FileIdentity
    }

    /// By the folder's name.
    private var watches: [String: Watch] = [:]
    private var wanted: Set<String> = []
    /// The logs that are heard of by another path: that of what they lead to, where they are links.
    private var links: [String: Set<String>] = [:]
    /// When it is looked again where the names lead.
    var nextLook = ContinuousClock.now

    /// Whether every folder is watched.
    var hasAll: Bool { !wanted.isEmpty && watches.count == wanted.count }

    /// Looks where all names lead, and watches that.
    ///
    /// - Parameters:
    ///   - watching: begins to watch a folder and returns the number of that, negative where it cannot be watched.
    ///   - ending: ends it.
    /// - Returns: whether a name leads elsewhere than before.
    mutating func look(
        at logs: [String], in folders: Set<String>, watching: (String) -> Int32, ending: (Int32) -> Void
    ) -> Bool {
        let known = links
        links = [:]
        for log in logs {
            guard let target = OpenFile.target(ofLink: log) else { continue }
            links[target, default: logs.contains(target) ? [target] : []].insert(log)
        }
        wanted = folders.union(links.keys.map(FilePlace.folder(of:)))
        var hasMoved = known != links && !watches.isEmpty
        for (name, watch) in watches where !wanted.contains(name) || FileIdentity(at: name) != watch.folder {
            watches[name] = nil
            hasMoved = true
            // Another name may lead to the same folder.
            if !watches.values.contains(where: { $0.number == watch.number }) { ending(watch.number) }
        }
        for name in wanted where watches[name] == nil {
            guard let folder = FileIdentity(at: name), case let number = watching(name), number >= 0 else { continue }
            // Switched at this very moment: another time.
            if FileIdentity(at: name) == folder { watches[name] = Watch(number: number, folder: folder) }
        }
        return hasMoved
    }

    /// The folder is gone, or nothing is heard of it any more.
    mutating func remove(_ number: Int32) { watches = watches.filter { $0.value.number != number } }

    /// Paths by which a file of a watched folder is known.
    func paths(of file: String, in number: Int32) -> [String] {
        watches.filter { $0.value.number == number }.flatMap { name, _ in
            let path = name == "/" ? "/" + file : "\(name)/\(file)"
            return links[path] ?? [path]
        }
    }
}
