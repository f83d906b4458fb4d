import Basics

/// What an export becomes, by the end of its name.
enum ExportShape {
    case folder, tar, zip

    /// Endings of other archives and of tables: somebody who names one means no folder.
    private static let archives: Set = [
        "gz", "tgz", "bz2", "tbz", "tbz2", "xz", "txz", "zst", "tzst", "lz", "lzma", "z", "7z", "rar", "iso",
    ]
    private static let tables: Set = ["csv", "tsv", "json", "jsonl", "ndjson", "txt", "xls", "xlsx"]

    init(of path: String) throws(Failure) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let ending = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : ""
        switch ending {
        case "tar": self = .tar
        case "zip": self = .zip
        case _ where Self.archives.contains(ending): throw Self.failure(path, "Name one of these.")
        case _ where Self.tables.contains(ending) || name == "-":
            throw Self.failure(path, "Leave --output out, and lines or rows go to standard output: … > FILE")
        default: self = .folder
        }
    }

    private static func failure(_ path: String, _ remedy: String) -> Failure {
        Failure(
            .usage, while: "exporting to \(path)", because: "an export is a .zip, a .tar or a folder", remedy: remedy)
    }
}
