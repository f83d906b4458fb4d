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

    public static let columns = ["plate", "note", "owner", "from", "until", "cameras", "hours"]
    /// Of one list: beyond that somebody has put the wrong file there.
    public static let most = 1_000_000
    /// Of a note, and of an owner.
    static let longestText = 200

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

    /// Reads a table with a header that has `plate` in it; the other columns may be missing, in any order.
    ///
    /// - Throws: everything that is wrong with it, with its line.
    public init(name: String, kind: ListKind, text: String, file: String, zone: LocalZone) throws(Problems) {
        self.init(name: name, kind: kind)
        let table = CSVTable(text)
        var problems: [Problem] = []
        func problem(_ line: Int?, _ message: String) {
            problems.append(Problem(file: file, line: line, message: message))
        }
        let header = table.header.map { $0.lowercased() }
        guard let plate = header.firstIndex(of: "plate") else {
            throw Problems([
                Problem(
                    file: file, line: 1,
                    message:
                        "the first line names the columns, and plate is one of them: \(Self.columns.joined(separator: ","))"
                )
            ])
        }
        for name in header where !Self.columns.contains(name) {
            problem(1, "there is no column \(name): they are \(Self.columns.joined(separator: ", "))")
        }
        for name in Self.columns where header.count(where: { $0 == name }) > 1 {
            problem(1, "there are two columns \(name)")
        }
        if let line = table.openQuote { problem(line, "a quotation mark begins here and has no end") }
        if table.rows.count > Self.most { problem(table.rows[Self.most].line, "has more than \(Self.most) plates") }
        for row in table.rows.prefix(Self.most) where row.fields.contains(where: { !$0.isEmpty }) {
            func field(_ name: String) -> String {
                guard let index = header.firstIndex(of: name), index < row.fields.count else { return "" }
                return row.fields[index].trimmed
            }
            if row.mayHaveSlipped(below: header) {
                problem(
                    row.line,
                    "has more fields than the first line names: a text with a \(table.separator.word) in it stands in "
                        + "quotation marks")
                continue
            }
            guard plate < row.fields.count, var entry = ListEntry(Self.unquoted(row.fields[plate].trimmed)) else {
                problem(row.line, "this is no plate: it \(ListEntry.rule)")
                continue
            }
            entry.note = Self.unquoted(field("note"))
            entry.owner = Self.unquoted(field("owner"))
            for (name, text) in [("note", entry.note), ("owner", entry.owner)] where text.count > Self.longestText {
                problem(row.line, "\(name) has more than \(Self.longestText) characters")
            }
            for (name, place) in [("from", \ListEntry.from), ("until", \ListEntry.until)] where !field(name).isEmpty {
                entry[keyPath: place] = field(name)
                if ListEntry.time(field(name), zone: zone) == nil {
                    problem(row.line, "\(name) is no date: write 2026-11-20, or 2026-11-20 14:05")
                }
            }
            entry.cameras = field("cameras").split(separator: " ").map(String.init)
            // What stands there may be a plate or a person that slipped: it is not told.
            if !entry.cameras.allSatisfy(CameraName.fitsRecord) {
                problem(row.line, "cameras are names with spaces between them, and each \(CameraName.rule)")
            }
            if !field("hours").isEmpty {
                entry.hours = WeeklyHours(field("hours"))
                if entry.hours == nil { problem(row.line, "hours are written as \(WeeklyHours.example)") }
            }
            entries.append(entry)
        }
        guard problems.isEmpty else { throw Problems(problems) }
    }

    /// The whole file.
    public var text: String {
        CSVRow.text(Self.columns)
            + entries.map { entry in
                CSVRow.text([
                    entry.plate, entry.note, entry.owner, entry.from ?? "", entry.until ?? "",
                    entry.cameras.joined(separator: " "), entry.hours?.text ?? "",
                ])
            }.joined()
    }

    /// Without the apostrophe that keeps a spreadsheet from computing it.
    private static func unquoted(_ text: String) -> String {
        text.hasPrefix("'") && text.dropFirst().first.map { "=+-@".contains($0) } == true
            ? String(text.dropFirst()) : text
    }
}

extension CSVTable.Row {
    /// Whether a text that was torn apart at a separator in it may have moved what stands behind it into other columns.
    ///
    /// Spreadsheets write empty fields beyond the last column: of these nothing is said while the row has only texts, or none.
    fileprivate func mayHaveSlipped(below header: [String]) -> Bool {
        guard fields.count > header.count else { return false }
        if fields[header.count...].contains(where: { !$0.trimmed.isEmpty }) { return true }
        let filled = zip(header, fields).filter { !$0.1.trimmed.isEmpty }.map(\.0)
        let texts = filled.filter { ["note", "owner"].contains($0) }
        // A plate that stands first stays where it is.
        let others = filled.filter { !["note", "owner"].contains($0) && !($0 == "plate" && header.first == "plate") }
        return !texts.isEmpty && !others.isEmpty
    }
}

extension Character {
    /// As a message says it.
    fileprivate var word: String { self == "\t" ? "tab" : "\(self)" }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
