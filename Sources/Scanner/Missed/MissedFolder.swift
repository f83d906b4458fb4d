import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The folder in which a camera's misses lie: files of a day, and a folder of its crops. Used on the OCR queue.
final class MissedFolder {
    private let folder: OwnedFolder

    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String) throws(Failure) {
        folder = try OwnedFolder(path: path, title: "folder of misses", holds: "misses")
    }

    var path: String { folder.path }

    /// Whether it can be looked into.
    var isOpen: Bool { folder.isOpen }

    // MARK: - Writing

    /// Appends a line to a day's ledger. Others may take lines out of the file meanwhile, and put another in its place.
    func append(_ line: [UInt8], on day: String) throws(EvidenceFailure) -> OwnedFolder.Outcome {
        try folder.writing { () throws(EvidenceFailure) in try folder.append(line, to: MissedFiles.ledger(of: day)) }
    }

    /// Writes a file whole, in place of the one of its name.
    func replace(_ name: String, with bytes: [UInt8]) throws(EvidenceFailure) {
        try write(bytes, name: name, in: "")
    }

    /// Writes a crop to a day's folder.
    func write(crop bytes: [UInt8], of id: String, on day: String) throws(EvidenceFailure) {
        try write(bytes, name: "\(id).jpg", in: day)
    }

    private func write(_ bytes: [UInt8], name: String, in day: String) throws(EvidenceFailure) {
        try folder.writing { () throws(EvidenceFailure) in
            let inner = try folder.openFolder(day, makes: true)
            defer { close(inner) }
            try folder.write(bytes, to: name, in: inner)
        }
    }

    // MARK: - Looking and removing

    /// The days that have anything here.
    func days() throws(EvidenceFailure) -> Set<String> {
        Set(try folder.listing(of: "").compactMap(MissedFiles.day(ofName:)))
    }

    /// How many bytes a day's files have together.
    func bytes(of day: String) throws(EvidenceFailure) -> Int {
        let crops = try folder.listing(of: day)
        return folder.bytes(of: [MissedFiles.ledger(of: day), MissedFiles.tally(of: day)], in: "")
            + folder.bytes(of: crops, in: day)
    }

    /// Removes files of a day, at most so many; the ledger goes last. Returns whether all of it is gone.
    ///
    /// - Throws: where something of it cannot be removed; the rest is gone then.
    func remove(_ day: String, atMost count: Int) throws(EvidenceFailure) -> Bool {
        guard folder.isOpen else { return false }
        let crops = try folder.listing(of: day)
        let removal = folder.remove(crops, from: day, atMost: count)
        if removal.count == count, removal.count < crops.count { return false }
        unlinkat(folder.root, day, AT_REMOVEDIR)
        let ledger = folder.remove([MissedFiles.ledger(of: day), MissedFiles.tally(of: day)], from: "")
        if let failure = (crops.isEmpty ? nil : removal.failure) ?? ledger.failure { throw failure }
        return true
    }

    /// The bytes of a file; nil where it cannot be read.
    func contents(of name: String) -> [UInt8]? { folder.contents(of: name) }
}
