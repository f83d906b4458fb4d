import Basics
import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A list's file, which is replaced whole.
struct ListFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemError) {
            // The hub reads it through its group.
            let file = try AtomicFile(path, mode: 0o640)
            try file.write(bytes)
            // Whoever reads it need not wait whether more of it comes.
            FileStamp.mark(file.descriptor)
            try file.commit()
        } catch {
            throw Failure(
                .inputOutput, while: "writing the list \(path)", because: error.reason,
                remedy:
                    "Nothing was changed. Look whether this user may write to its folder, and whether there is room.")
        }
    }
}
