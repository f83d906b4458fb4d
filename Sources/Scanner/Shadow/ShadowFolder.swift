import Basics
import Records

/// The folder in which lies what a camera's two configurations reported: two files a day. Used on the shadow's queue.
///
/// Nothing here is synced: what a power cut takes is no plate.
final class ShadowFolder {
    private let folder: OwnedFolder

    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String) throws(Failure) {
        folder = try OwnedFolder(path: path, title: "folder of the shadow", holds: "shadow", key: "shadow.folder")
    }

    // MARK: - Writing

    /// Appends a line to a day's file. Others may take lines out of the file meanwhile, and put another in its place.
    func append(_ line: [UInt8], on day: String) throws(EvidenceFailure) -> OwnedFolder.Outcome {
        try folder.writing { () throws(EvidenceFailure) in
            try folder.append(line, to: ShadowFiles.lines(of: day))
        }
    }

    func write(report bytes: [UInt8], of day: String) throws(EvidenceFailure) {
        try folder.writing { () throws(EvidenceFailure) in
            let name = ShadowFiles.report(of: day)
            try folder.write(bytes, to: name, in: folder.opened(), scratch: ".\(name).part", syncs: false)
        }
    }

    // MARK: - Looking and removing

    /// The days that have anything here.
    var days: Set<String> { Set(folder.names(in: "").compactMap(ShadowFiles.day(ofName:))) }

    func hasReport(of day: String) -> Bool { folder.names(in: "").contains(ShadowFiles.report(of: day)) }

    /// The bytes of a day's lines; nil where they cannot be read.
    func lines(of day: String) -> [UInt8]? { folder.contents(of: ShadowFiles.lines(of: day)) }

    func remove(_ day: String) {
        _ = folder.remove([ShadowFiles.report(of: day), ShadowFiles.lines(of: day)], from: "")
    }
}
