import Addresses
import Basics
import CameraConfiguration
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The files that a program of ours writes lines to: what it would refuse about them, as far as that is known before it starts.
struct OutputPaths {
    struct Finding: Equatable {
        /// Of the configuration, such as `log.file`.
        var key: String
        var message: String
        /// Whether the scanner would not start; otherwise a person may want to know.
        var isProblem: Bool
    }

    /// What systemd makes for the shipped unit when it starts it.
    private static let madeBySystemd = CameraPlaces.Root.system.made

    private let log: String?
    private let explain: String?
    private let isExplainingToOutput: Bool
    /// Nil where events go to what keeps nothing.
    private let spool: String?
    /// What is read, such as a recording: a line more would spoil it.
    private let inputs: [String]

    /// - Parameter spool: of a camera that has a state folder; nil for beside the log.
    init(_ log: Configuration.Log, spool: String? = nil, inputs: [String] = []) {
        self.inputs = inputs
        self.log = log.file
        isExplainingToOutput = log.explain == "-"
        explain = isExplainingToOutput ? nil : log.explain
        let kept = log.file.flatMap { EventLog.canBe(at: $0) ? $0 : nil }
        self.spool = kept.map { spool ?? CameraPlaces.spool(besideLog: $0) }
    }

    private var all: [(key: String, path: String)] {
        [("log.file", log), ("spool", spool), ("log.explain", explain)].compactMap { key, path in
            path.map { (key, $0) }
        }
    }

    var findings: [Finding] {
        // The log tells of the folder beside it.
        var findings = all.filter { $0.key != "spool" }.compactMap { finding(of: $0.path, key: $0.key) }
        findings += collisions
        if isExplainingToOutput, log == nil {
            let message = "is standard output, where events go unless log.file or --log names a file"
            findings.append(Finding(key: "log.explain", message: message, isProblem: false))
        }
        return findings
    }

    /// Two of them that are one file, or one that is read, whatever their names.
    var collisions: [Finding] {
        all.indices.flatMap { second in
            all[..<second].compactMap { first in
                guard Self.areSame(first.path, all[second].path) else { return nil }
                let message = "is the same file as \(first.key): each takes its own"
                return Finding(key: all[second].key, message: message, isProblem: true)
            }
        } + spoiling
    }

    /// Inputs that lines would be appended to.
    private var spoiling: [Finding] {
        all.flatMap { output in
            inputs.filter { Self.areSame(output.path, $0) }.map { input in
                let message = "is \(SourceAddress(input)), which is read: a line more would spoil it; name another file"
                return Finding(key: output.key, message: message, isProblem: true)
            }
        }
    }

    /// Throws for the first collision.
    func refuseCollisions() throws(Failure) {
        guard let same = collisions.first else { return }
        throw Failure(.configuration, while: same.key, because: same.message)
    }

    private func finding(of path: String, key: String) -> Finding? {
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFDIR: return Finding(key: key, message: "is a folder: name a file in it", isProblem: true)
            case S_IFSOCK: return Finding(key: key, message: "is a socket, and takes no lines", isProblem: true)
            default: return access(path, W_OK) == 0 ? nil : Self.unwritable("it", key: key)
            }
        }
        let reason = errno
        let folder = Self.folder(of: path)
        let shown = Self.shown(folder, of: path)
        switch reason {
        case ENOENT where stat(folder, &status) != 0: return Self.missing(folder, of: path, key: key)
        case ENOENT where status.st_mode & S_IFMT != S_IFDIR:
            return Finding(key: key, message: "its folder\(shown) is none", isProblem: true)
        case ENOENT: return access(folder, W_OK) == 0 ? nil : Self.unwritable("its folder\(shown)", key: key)
        case EACCES: return Self.unwritable("its folder\(shown)", key: key)
        default: return Finding(key: key, message: String(cString: strerror(reason)), isProblem: true)
        }
    }

    static func missing(_ folder: String, of path: String, key: String) -> Finding {
        let isComing = madeBySystemd.contains { folder == $0 || folder.hasPrefix($0 + "/") }
        let advice = isComing ? "systemd makes it when it starts the service" : "make it, or name another"
        return Finding(
            key: key, message: "its folder\(shown(folder, of: path)) does not exist; \(advice)", isProblem: !isComing)
    }

    /// The scanner may run as another user than the one who checks.
    static func unwritable(_ what: String, key: String) -> Finding {
        Finding(key: key, message: "\(what) is nothing that this user may write to", isProblem: false)
    }

    /// A folder as messages may show it, with a space before it: not where an address with a password was meant for another key.
    static func shown(_ folder: String, of path: String) -> String {
        SourceAddress.secrets(in: Array(path.utf8)).isEmpty ? " \(folder)" : ""
    }

    /// Devices and pipes are shared on purpose.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        var (here, there) = (stat(), stat())
        guard stat(one, &here) == 0, stat(other, &there) == 0 else { return place(of: one) == place(of: other) }
        return here.st_mode & S_IFMT == S_IFREG && here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    /// A path that is the same for all spellings of it, also where there is nothing yet.
    private static func place(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let real = realpath(folder(of: path), nil) else { return path }
        defer { free(real) }
        return String(cString: real) + "/" + name
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
