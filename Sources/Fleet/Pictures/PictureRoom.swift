import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// What is left free of the disk that kept pictures lie on: a history lies there, too, and goes first.
package final class PictureRoom: Sendable {
    /// In bytes.
    package struct Disk: Sendable {
        package var free: Int
        package var whole: Int

        package init(free: Int, whole: Int) {
            self.free = free
            self.whole = whole
        }
    }

    /// So many bytes, or a twentieth of a large disk.
    private static let spare = 1_000_000_000

    private let path: String
    private let measure: @Sendable (String) -> Disk?
    private let talk: Logger
    private let isShort = Mutex(false)

    /// - Parameter path: of the folder of pictures.
    init(_ path: String, measure: @escaping @Sendable (String) -> Disk?, talk: Logger) {
        self.path = path
        self.measure = measure
        self.talk = talk
    }

    /// Whether there is room for a picture. What changes is told once.
    func isThere() -> Bool {
        guard let disk = measure(path) else { return true }
        let spare = max(Self.spare, disk.whole / 20)
        let isThere = disk.free >= spare
        isShort.withLock { isShort in
            guard isShort == isThere else { return }
            isShort = !isThere
            if isThere {
                talk.notice("there is room for pictures of sites again: they are kept")
            } else {
                talk.warning(
                    """
                    no picture of a site is kept: the disk of \(path) has \(disk.free / 1_000_000) MB left, and \
                    \(spare / 1_000_000) MB stay free for the history. Sites are told to wait, and go on without those that wait for \
                    an hour. Free some of the disk, or set ingest.picture_megabytes lower
                    """)
            }
        }
        return isThere
    }

    /// Of the folder, or of the next one above it that is there.
    package static func disk(of path: String) -> Disk? {
        var path = path
        var status = statvfs()
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, path != "/", path != "." else { return nil }
            let parts = path.split(separator: "/").dropLast().joined(separator: "/")
            path = path.hasPrefix("/") ? "/" + parts : parts.isEmpty ? "." : parts
        }
        let block = Int(clamping: status.f_frsize)
        return Disk(
            free: Int(clamping: status.f_bavail).multipliedReportingOverflow(by: block).partialValue,
            whole: Int(clamping: status.f_blocks).multipliedReportingOverflow(by: block).partialValue)
    }
}
