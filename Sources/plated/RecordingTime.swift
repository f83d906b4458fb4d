import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// When a recording begins, and how that is known.
struct RecordingTime: Equatable {
    enum Basis: Equatable {
        /// Somebody said so.
        case given
        /// The file's metadata.
        case metadata
        /// The file's name.
        case name
        /// When the file was last written to, less its length.
        case lastChange
        /// Nothing: it ends now.
        case now
    }

    let start: WallTime
    let basis: Basis

    /// 1990, in seconds since 1970: a recorder whose clock was never set says the year that it counts from.
    private static let earliest = 631_152_000.0

    /// - Parameters:
    ///   - path: of the file.
    ///   - recordedAt: what its metadata say, seconds since 1970.
    ///   - duration: of the recording, where it is known.
    ///   - given: by a person.
    init(of path: String, recordedAt: Double?, duration: Duration?, given: WallTime?, now: WallTime = .now) {
        let length = duration?.milliseconds ?? 0
        if let given {
            self.init(start: given, basis: .given)
        } else if let recordedAt, recordedAt >= Self.earliest {
            self.init(start: WallTime(milliseconds: Int64(recordedAt * 1000)), basis: .metadata)
        } else if let named = WrittenTime(inName: path), named.time <= now {
            self.init(start: named.time, basis: .name)
        } else if let changed = Self.lastChange(of: path), changed <= now {
            self.init(start: WallTime(milliseconds: changed.milliseconds - length), basis: .lastChange)
        } else {
            self.init(start: WallTime(milliseconds: now.milliseconds - length), basis: .now)
        }
    }

    private init(start: WallTime, basis: Basis) {
        self.start = start
        self.basis = basis
    }

    /// What a person should know of it; nil where somebody or the file said when it was.
    func note(of name: String) -> String? {
        let how: String
        switch basis {
        case .given, .metadata: return nil
        case .name: how = "by its name it begins at \(start)"
        case .lastChange: how = "by its last change and its length it begins at \(start)"
        case .now: how = "it is taken to end now, and so to begin at \(start)"
        }
        return "\(name) does not say when it was recorded: \(how); --start TIME says better"
    }

    /// Of a regular file: a FIFO is new each time.
    private static func lastChange(of path: String) -> WallTime? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return WallTime(
            milliseconds: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
    }
}
