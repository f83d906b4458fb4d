import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Why a picture of evidence could not be kept.
struct EvidenceFailure: Error, Equatable {
    /// As the event says it.
    var absence: PlateEvidence.Absence
    /// For people.
    var reason: String

    init(_ absence: PlateEvidence.Absence, reason: String) {
        self.absence = absence
        self.reason = reason
    }

    /// - Parameter code: the system's error number.
    init(_ action: String, code: Int32) {
        let absence: PlateEvidence.Absence =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EROFS, EACCES, EPERM, ENOENT, ENOTDIR, ELOOP: .unwritable
            default: .diskError
            }
        self.init(absence, reason: "\(action): \(String(cString: strerror(code)))")
    }
}
