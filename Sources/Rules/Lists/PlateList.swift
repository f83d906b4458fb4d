import Answers
import Records
import Settings

/// Plates with something in common, as a table of comma-separated values: a plate a row.
///
/// The name of its file says its name and what it is for: `staff.allow.csv`.
public struct PlateList: Equatable, Sendable {
    public var name: String
    public var kind: ListKind
    public var entries: [ListEntry] = []
    /// Whether it came from the centre that this hub reports to: it is changed there alone.
    public var isFromCentre = false

    public init(name: String, kind: ListKind, entries: [ListEntry] = []) {
        self.name = name
        self.kind = kind
        self.entries = entries
    }

    // MARK: - Its file

    public static let nameRule = "has small letters, digits, _ and -, and begins with a letter; 32 characters at most"

    public static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
    }

    /// In the folder of lists.
    public var fileName: String { (isFromCentre ? Self.centre : "") + plainName }

    /// Without a folder.
    public var plainName: String { "\(name).\(kind.rawValue).csv" }

    /// Before the name of a file that came from the centre: its folder.
    static let centre = "centre/"

    /// What a file's name says; nil where it is none of a list.
    public static func parts(ofFileName text: String) -> (name: String, kind: ListKind)? {
        let text = text.hasPrefix(centre) ? String(text.dropFirst(centre.count)) : text
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "csv", let kind = ListKind(rawValue: String(parts[1])),
            isName(String(parts[0]))
        else { return nil }
        return (String(parts[0]), kind)
    }

    /// Reads the text of its file.
    ///
    /// - Throws: everything that is wrong with it, with its line.
    public init(name: String, kind: ListKind, text: String, file: String, zone: LocalZone) throws(Problems) {
        self.init(name: name, kind: kind, entries: try ListTable(text, file: file, zone: zone).entries)
    }

    /// The whole file.
    public var text: String {
        CSVRow.text(ListColumn.allCases.map(\.rawValue))
            + entries.map { entry in CSVRow.text(ListColumn.allCases.map { entry[$0] }) }.joined()
    }
}
