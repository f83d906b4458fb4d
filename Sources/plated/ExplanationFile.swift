import Basics
import CameraConfiguration
import Logging
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Where a command writes what became of every candidate.
enum ExplanationFile {
    /// The path to open: nil for standard output. Throws where that has other lines to take.
    ///
    /// - Parameter printed: what the command writes to standard output; nil where it writes nothing there.
    static func path(_ name: String, printed: String?) throws(Failure) -> String? {
        guard let printed else { return name == "-" ? nil : name }
        if name == "-" || isStandardOutput(name) {
            throw Failure(
                .configuration, while: "explanations cannot go to standard output, where \(printed) go",
                because: "name a file of their own (--explain FILE)"
            )
        }
        return name
    }

    /// Devices and pipes are shared on purpose.
    private static func isStandardOutput(_ path: String) -> Bool {
        var (here, there) = (stat(), stat())
        guard fstat(STDOUT_FILENO, &here) == 0, stat(path, &there) == 0 else { return false }
        return here.st_mode & S_IFMT == S_IFREG && here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }
}

extension Configuration.Log {
    /// The file that explanations of a scan go to, if any.
    ///
    /// - Parameter printed: see `ExplanationFile`.
    func explanations(printed: String?, log: Logger) throws -> Explanations? {
        guard let explain else { return nil }
        return try Explanations(
            path: ExplanationFile.path(explain, printed: printed),
            limit: explainLimit == 0 ? nil : explainLimit * 1_000_000,
            log: log)
    }
}
