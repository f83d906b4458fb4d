import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The folder in which a camera's evidence lies: a folder for each hour. Used on the OCR queue.
final class EvidenceFolder {
    private let folder: OwnedFolder

    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String) throws(Failure) {
        folder = try OwnedFolder(path: path, title: "evidence folder", holds: "evidence")
    }

    var path: String { folder.path }

    /// Whether it can be looked into.
    var isOpen: Bool { folder.isOpen }

    /// Writes pictures to an hour's folder, each whole or not at all, and has them on disk.
    ///
    /// - Returns: how many of them are there, counted from the first, and why the others are not.
    func write(
        _ pictures: [(name: String, bytes: [UInt8])], in hour: EvidenceHour
    ) -> (count: Int, failure: EvidenceFailure?) {
        do throws(EvidenceFailure) {
            let inner = try folder.openFolder(hour.path, makes: true)
            defer { close(inner) }
            var count = 0
            var failure: EvidenceFailure?
            for picture in pictures {
                do throws(EvidenceFailure) {
                    try folder.write(picture.bytes, to: picture.name, in: inner)
                    count += 1
                } catch {
                    failure = error
                    break
                }
            }
            return (count, failure)
        } catch {
            folder.shut()
            return (0, error)
        }
    }

    /// How many bytes an hour's pictures have together.
    func bytes(of names: [String], in hour: EvidenceHour) -> Int { folder.bytes(of: names, in: hour.path) }

    /// What lies in a folder below this one, in order.
    ///
    /// - Parameter path: from the folder of evidence on; empty for itself.
    func listing(of path: String) throws(EvidenceFailure) -> [String] { try folder.listing(of: path) }

    /// Removes pictures of an hour.
    func remove(_ names: some Sequence<String>, from hour: EvidenceHour) -> OwnedFolder.Removal {
        folder.remove(names, from: hour.path)
    }

    /// Removes an hour's folder if nothing lies in it, and those above it that are empty then.
    func removeEmpty(_ hour: EvidenceHour) {
        var parts = hour.path.split(separator: "/").map(String.init)
        while let name = parts.popLast() {
            guard let above = folder.openBelow(parts.joined(separator: "/")) else { return }
            defer { close(above) }
            guard unlinkat(above, name, AT_REMOVEDIR) == 0 else { return }
        }
    }
}
