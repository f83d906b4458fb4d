import Records

#if canImport(Glibc)
    import Glibc
#endif

/// What is left free of a disk for others, the log of events above all.
enum DiskRoom {
    /// So many bytes, or a twentieth of a small disk.
    private static let spare = 64 << 20

    /// - Parameters:
    ///   - folder: open, on the disk.
    ///   - path: of the folder, for people.
    static func check(_ folder: Int32, path: String, for count: Int) throws(EvidenceFailure) {
        var status = statvfs()
        guard fstatvfs(folder, &status) == 0 else { return }
        let block = Int(status.f_frsize)
        let free = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: block).partialValue
        let whole = Int(clamping: status.f_blocks).multipliedReportingOverflow(by: block).partialValue
        guard free - count < min(Self.spare, whole / 20) else { return }
        throw EvidenceFailure(
            .diskFull, reason: "the disk of \(path) has \(free / 1_000_000) MB left, which are kept for events")
    }
}
