import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Which files of a folder are logs: a path, with `*` and `?` in the file's name where it stands for several.
struct LogPattern: Sendable, Equatable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Of all that a hub reads.
    static func all(of settings: HubConfiguration, in state: StateFolder) -> [LogPattern] {
        settings.logs.map { LogPattern($0) } + own(of: settings, in: state)
    }

    /// Of what the hub itself writes.
    static func own(of settings: HubConfiguration, in state: StateFolder) -> [LogPattern] {
        [LogPattern(settings.ownLog("*", in: state))]
    }

    var folder: String {
        guard let slash = text.lastIndex(of: "/") else { return "." }
        return slash == text.startIndex ? "/" : String(text[..<slash])
    }

    private var name: Substring { text.lastIndex(of: "/").map { text[text.index(after: $0)...] } ?? text[...] }

    private static func isPattern(_ text: some StringProtocol) -> Bool { text.contains { "*?[".contains($0) } }

    /// What is wrong with one; nil where it can be followed.
    static func problem(with text: String) -> String? {
        let pattern = LogPattern(text)
        if text.isEmpty || pattern.name.isEmpty { return "has \"\(text)\", which names no file" }
        if isPattern(pattern.folder) {
            return "has \(text), with a wildcard in the folder's name: it may stand in the file's name only"
        }
        return nil
    }

    /// Whether a path is one of its logs, there or not.
    func fits(_ path: String) -> Bool {
        let other = LogPattern(path)
        return other.folder == folder && fnmatch(String(name), String(other.name), FNM_PERIOD) == 0
    }

    /// The logs that are there now, sorted; one that was rotated, and not written to since, is there by its rotations. One that is named
    /// without a wildcard counts before it is there.
    var logs: [String] { Self.isPattern(name) ? found.filter(Self.mayBeLog) : [text] }

    /// What has a log's name here and is no regular file: a folder, perhaps.
    var strangers: [String] { Self.isPattern(name) ? found.filter { !Self.mayBeLog($0) } : [] }

    /// Whether there is a regular file, or nothing that could be told from one.
    static func mayBeLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Sorted.
    private var found: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: Set<String> = []
        let isLog = { (file: String) in fnmatch(String(name), file, FNM_PERIOD) == 0 }
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let log = isLog(file) ? file : RotatedLog.name(of: file, where: isLog) {
                found.insert(folder == "/" ? "/" + log : "\(folder)/\(log)")
            }
        }
        return found.sorted()
    }
}
