import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

extension ListFolder {
    /// How often a file is looked at again that somebody writes to.
    private static let looks = 5

    /// Waits until nobody writes to a list's file any more: half of it would be written back as the whole.
    func awaitRest(of file: String) throws(Failure) {
        let path = "\(path)/\(file)"
        guard rest > .zero, var stamp = FileStamp(path), !stamp.isWhole, stamp.age(at: .now) < rest else { return }
        for _ in 0..<Self.looks {
            usleep(useconds_t(rest.milliseconds * 1000))
            guard let now = FileStamp(path), now != stamp else { return }
            stamp = now
        }
        throw Failure(
            .temporary, while: "changing the list \(path)", because: "somebody is writing to its file",
            remedy: "Nothing was changed. Try again when it is whole")
    }
}
