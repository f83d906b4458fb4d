import Files

#if canImport(Glibc)
    import Glibc
#endif

extension EventLog {
    public struct Settings: Sendable, Equatable {
        /// Of the log.
        public var path: String
        /// Where records wait; a file of this log alone.
        public var spool: String
        /// The camera's name in records of torn lines.
        public var camera: String
        /// Time between two attempts to write to a log that failed, and between two checks whether it was rotated.
        public var retry = Duration.milliseconds(500)
        /// Longest time that writing what has waited holds up the pictures.
        public var patience = Duration.milliseconds(250)
        /// Room for records that wait, taken beforehand; in bytes.
        public var reserve = 262_144

        public init(path: String, spool: String, camera: String) {
            self.path = path
            self.spool = spool
            self.camera = camera
        }

        /// Whether the spool can work where the log's folder cannot be written to.
        var isSpoolElsewhere: Bool { FilePlace.folder(of: spool) != FilePlace.folder(of: path) }
    }

    /// Whether a log can be at the path: not where there is a pipe or a device, which keeps nothing.
    public static func canBe(at path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return ![S_IFIFO, S_IFCHR, S_IFBLK, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }
}
